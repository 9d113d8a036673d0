import Lesson01
import Lesson02
import Lesson03
import Lesson04
import Lesson05
import Lesson06
import Lesson07
import Lesson08
import Lesson09
import Lesson10
import Lesson11
import Lesson12
import Lesson13
import Lesson14
import Lesson15
import Lesson16
import Lesson17
import Lesson18
import LessonKit

/// All lessons, in order.
public let lessons: [Lesson] = [
  Lesson(.lesson01, gcd: Lesson01.gcd, operation: Lesson01.operation),
  Lesson(.lesson02, gcd: Lesson02.gcd, operation: Lesson02.operation),
  Lesson(.lesson03, gcd: Lesson03.gcd, operation: Lesson03.operation),
  Lesson(.lesson04, gcd: Lesson04.gcd, operation: Lesson04.operation),
  Lesson(.lesson05, gcd: Lesson05.gcd, operation: Lesson05.operation),
  Lesson(.lesson06, gcd: Lesson06.gcd, operation: Lesson06.operation),
  Lesson(.lesson07, gcd: Lesson07.gcd, operation: Lesson07.operation),
  Lesson(.lesson08, gcd: Lesson08.gcd, operation: Lesson08.operation),
  Lesson(.lesson09, gcd: Lesson09.gcd, operation: Lesson09.operation),
  Lesson(.lesson10, gcd: Lesson10.gcd, operation: Lesson10.operation),
  Lesson(.lesson11, gcd: Lesson11.gcd, operation: Lesson11.operation),
  Lesson(.lesson12, gcd: Lesson12.gcd, operation: Lesson12.operation),
  Lesson(.lesson13, gcd: Lesson13.gcd, operation: Lesson13.operation),
  Lesson(.lesson14, gcd: Lesson14.gcd, operation: Lesson14.operation),
  Lesson(.lesson15, gcd: Lesson15.gcd, operation: Lesson15.operation),
  Lesson(.lesson16, gcd: Lesson16.gcd, operation: Lesson16.operation),
  Lesson(.lesson17, gcd: Lesson17.gcd, operation: Lesson17.operation),
  Lesson(.lesson18, gcd: Lesson18.gcd, operation: Lesson18.operation),
]
