import Lesson01
import Lesson02
import Lesson03
import Lesson04
import Lesson05
import Lesson06
import LessonKit

/// All lessons, in order.
public let lessons: [Lesson] = [
  Lesson(.lesson01, gcd: Lesson01.gcd, operation: Lesson01.operation),
  Lesson(.lesson02, gcd: Lesson02.gcd, operation: Lesson02.operation),
  Lesson(.lesson03, gcd: Lesson03.gcd, operation: Lesson03.operation),
  Lesson(.lesson04, gcd: Lesson04.gcd, operation: Lesson04.operation),
  Lesson(.lesson05, gcd: Lesson05.gcd, operation: Lesson05.operation),
  Lesson(.lesson06, gcd: Lesson06.gcd, operation: Lesson06.operation),
]
