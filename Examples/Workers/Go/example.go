// Two ways to add numbers:
//
//	go build -o example Examples/Workers/Go/*.go && bench worker-check -- ./example

package main

func makeNumbers() []int {
	numbers := make([]int, 1000)
	for i := range numbers {
		numbers[i] = i
	}
	return numbers
}

func main() {
	serve(
		workload{"forwards", func() func() any {
			numbers := makeNumbers()
			return func() any {
				sum := 0
				for _, number := range numbers {
					sum += number
				}
				return sum
			}
		}},
		workload{"backwards", func() func() any {
			numbers := makeNumbers()
			return func() any {
				sum := 0
				for i := len(numbers) - 1; i >= 0; i-- {
					sum += numbers[i]
				}
				return sum
			}
		}},
	)
}
