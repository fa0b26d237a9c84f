-- Calls, a sort and formatted strings: some milliseconds.
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
for i = 1, 2 do fib(23) end
local t = {}
for i = 1, 5000 do t[i] = (i * 7919) % 10007 end
table.sort(t)
local s = {}
for i = 1, 2000 do s[i] = string.format("%d %s", i, "x") end
