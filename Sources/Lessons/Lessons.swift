import LessonKit

/// All lessons, in order. Their code and their text come from `Comparison/Lessons`; the plugin `LessonTexts` takes them in
/// when the package is built.
public let lessons: [Lesson] = all
