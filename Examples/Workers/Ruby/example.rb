# A worker in Ruby: bench worker-check -- ruby Examples/Workers/Ruby/example.rb
require_relative 'bench_worker'

sort = lambda do
  numbers = (0...1000).map { |index| index * 7919 % 1009 }
  lambda { numbers.sort }
end

BenchWorker.serve('sort' => sort, 'sum' => -> { -> { (1..1000).sum { |number| number * number } } })
