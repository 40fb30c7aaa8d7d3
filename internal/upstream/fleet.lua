-- One request of a process asks to go out to a provider. Times are in microseconds of this server, so that the clocks
-- of the processes do not matter. What is under a key may be anybody's: what makes no sense counts as not there.
--
-- KEYS: 1 rate, 2 quota, 3 pause, 4 circuit, 5 trial
-- ARGV: 1 microseconds between requests, 0 for no rate; 2 burst; 3 longest wait; 4 the caller; 5 longest circuit;
--       6 longest pause; 7 how long a trial takes; then requests and microseconds of each quota
-- Answer: {verdict, wait}; see the constants in fleet.go.
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local hour = 3600000000

local function number(value, most)
  if type(value) == 'table' then
    return nil -- the key holds something else
  end
  local n = tonumber(value or nil)
  if not n or n ~= n or n < 0 or n > most then
    return nil
  end
  return n
end

local function read(key, most)
  local value = redis.pcall('GET', key)
  local n = number(value, most)
  if value and not n then
    redis.call('DEL', key)
  end
  return n or 0
end

local function text(n) return string.format('%.0f', n) end
local function milliseconds(n) return text(math.ceil(n / 1000) + 1) end

local interval = tonumber(ARGV[1])
local burst = tonumber(ARGV[2])
local longest = tonumber(ARGV[3])
local caller = ARGV[4]

local open = read(KEYS[4], now + tonumber(ARGV[5]))
if open > now then
  return {4, open - now}
end
if open > 0 then
  local other = redis.pcall('GET', KEYS[5])
  if type(other) == 'string' and other ~= caller then
    return {4, 1000000}
  end
end

local pause = read(KEYS[3], now + tonumber(ARGV[6]))
if pause > now then
  return {1, pause - now}
end

local wait = 0
local most = 0
local keep = 0
for i = 8, #ARGV, 2 do
  local requests = tonumber(ARGV[i])
  local per = tonumber(ARGV[i + 1])
  local value = redis.pcall('LINDEX', KEYS[2], -requests)
  local at = number(value, now + hour)
  if value and not at then
    redis.call('DEL', KEYS[2])
  elseif at then
    wait = math.max(wait, at + per - now)
  end
  most = math.max(most, requests)
  keep = math.max(keep, per)
end
if wait > 0 then
  return {3, wait}
end

if interval > 0 then
  local last = math.max(read(KEYS[1], now + burst * interval + hour), now)
  wait = math.max(0, last + interval - burst * interval - now)
  if wait > longest then
    return {2, wait}
  end
  redis.call('SET', KEYS[1], text(last + interval), 'PX', milliseconds(last + interval - now))
end

if most > 0 then
  if type(redis.pcall('RPUSH', KEYS[2], text(now + wait))) == 'table' then
    redis.call('DEL', KEYS[2])
    redis.call('RPUSH', KEYS[2], text(now + wait))
  end
  redis.call('LTRIM', KEYS[2], -most, -1)
  redis.call('PEXPIRE', KEYS[2], milliseconds(keep))
end
if open > 0 then
  redis.call('SET', KEYS[5], caller, 'PX', milliseconds(tonumber(ARGV[7])))
  return {5, wait}
end
return {0, wait}
