// Two ways to add numbers:
//
//	go build -o example Examples/Workers/Go/*.go && bench worker-check -- ./example

package main

import "fmt"

func makeNumbers(size int) []int {
	numbers := make([]int, size)
	for i := range numbers {
		numbers[i] = i
	}
	return numbers
}

func forwards(numbers []int) int {
	sum := 0
	for _, number := range numbers {
		sum += number
	}
	return sum
}

func backwards(numbers []int) int {
	sum := 0
	for i := len(numbers) - 1; i >= 0; i-- {
		sum += numbers[i]
	}
	return sum
}

// sums returns a way to add numbers as a benchmark.
func sums(way string, size int, add func([]int) int) benchmark {
	return benchmark{
		name: fmt.Sprint(way, " of ", size),
		prepare: func() func() any {
			numbers := makeNumbers(size)
			return func() any { return add(numbers) }
		},
		parameters: []benchParameter{{"way", way}, {"size", size}},
		items:      float64(size), unit: "numbers", bytes: float64(8 * size),
		metrics: func(sum any) []benchMetric {
			return []benchMetric{{"digits", float64(len(fmt.Sprint(sum))), "", "equal"}}
		},
	}
}

func main() {
	benchmarks := []benchmark{}
	for _, size := range []int{10, 1000} {
		first, second := sums("forwards", size, forwards), sums("backwards", size, backwards)
		second.references = []benchReference{{"forwards", first.name, true}}
		benchmarks = append(benchmarks, first, second)
	}
	serveBenchmarks(benchmarks...)
}
