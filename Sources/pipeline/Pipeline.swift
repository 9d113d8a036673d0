import ArgumentParser

@main
struct Pipeline: ParsableCommand {
  func run() throws { print("pipeline") }
}
