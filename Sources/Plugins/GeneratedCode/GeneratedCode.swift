import Foundation
import PackagePlugin

/// A build tool plugin that generates Swift files.
///
/// Even a client that uses the engines alone has to build every plugin of this package. That's why there is only one,
/// and why scripts do the work instead of programs.
@main struct GeneratedCode: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    switch target.name {
    case "Lessons": [try lessonTexts(context)]
    case "Gallery": [try pageFiles("Sources/Gallery/Page", context), try moments(context)]
    case "Measurement": [try pageFiles("Sources/Measurement/Report/Page", context)]
    case "Version": [try buildFacts(context)]
    default: []
    }
  }
}
