/**
 * What Redis runs in one step. Every key that a script touches is in `KEYS` and holds one hash tag, so that
 * all of them lie in one slot of a cluster; every key that a script makes gets an expiry in the same step.
 */

/**
 * The window of a key ends when the key expires, so Redis's clock alone judges. PTTL is -2 without a key, -1
 * without an expiry and 0 in a key's last millisecond: in each case the next request starts a new window.
 */
const WINDOWS = `
local function readWindow(key, length)
  local left = redis.call('PTTL', key)
  if left <= 0 then return { key = key, count = 0, left = length, fresh = true } end
  return { key = key, count = tonumber(redis.call('GET', key)), left = left, fresh = false }
end
local function take(window, amount)
  window.count = window.count + amount
  if window.fresh then redis.call('SET', window.key, amount, 'PX', window.left)
  else redis.call('INCRBY', window.key, amount) end
end
`;

/**
 * Eras end with the replication id, which Redis changes whenever its contents may have gone back in time: a
 * restart from a snapshot, a replica made primary. Without it an old counter would come back under its old
 * era, and what was known to be fresh for the lost counter would be taken for fresh again.
 */
const HISTORY = `
local function history()
  return '.' .. string.match(redis.call('INFO', 'replication'), 'master_replid:(%w+)')
end
`;

/**
 * KEYS minute, day, epoch, changes, bytes (if they are judged: a read does not pay for them); ARGV limits of minute and
 * day, window lengths, a random era, the epoch's life, era and counter after which changes are wanted (an empty era:
 * none are), the limit of bytes (a day's window), bytes asked for. The list of changes has one for each step of the
 * epoch, with its number, and ends with its last one: what it lacks, it lacks at its beginning.
 */
export const ADMIT = `${WINDOWS}${HISTORY}
local minute = readWindow(KEYS[1], tonumber(ARGV[3]))
local day = readWindow(KEYS[2], tonumber(ARGV[4]))
local bytes = KEYS[5] and readWindow(KEYS[5], tonumber(ARGV[4]))
local most = bytes and tonumber(ARGV[9])
local refusedBy = ''
if day.count >= tonumber(ARGV[2]) then refusedBy = 'day'
elseif bytes and (bytes.count >= most or bytes.count + tonumber(ARGV[10]) > most) then refusedBy = 'bytes'
elseif minute.count >= tonumber(ARGV[1]) then refusedBy = 'minute'
else take(minute, 1) take(day, 1) end
local era, counter = unpack(redis.call('HMGET', KEYS[3], 'era', 'counter'))
if not era then
  era, counter = ARGV[5], 0
  redis.call('HSET', KEYS[3], 'era', era, 'counter', counter)
  redis.call('PEXPIRE', KEYS[3], ARGV[6])
end
era, counter = era .. history(), tonumber(counter)
local steps = ARGV[7] == era and counter - tonumber(ARGV[8]) or -1
local changes = steps == 0 and {} or false
if steps > 0 then
  local told = redis.call('LRANGE', KEYS[4], -steps, -1)
  local first = (tonumber(ARGV[8]) + 1) .. ':'
  if #told == steps and string.sub(told[1], 1, #first) == first then changes = told end
end
local stored = bytes and { bytes.count, bytes.left }
return { refusedBy, minute.count, minute.left, day.count, day.left, era, counter, changes, stored }
`;

/** KEYS window; ARGV limit, window length. */
export const ADMIT_ADDRESS = `${WINDOWS}
local window = readWindow(KEYS[1], tonumber(ARGV[2]))
local allowed = window.count < tonumber(ARGV[1])
if allowed then take(window, 1) end
return { allowed and 1 or 0, window.count, window.left }
`;

/**
 * KEYS window, look-ups of this second; ARGV the window's limit and length, the second's limit and length, 1 to take a
 * look-up of the second. Replies with what has room for a look-up (`window`, `second`, or nothing), and the window.
 * Whether the key was met is not asked here: its mark lies in another slot of a cluster than the address.
 */
export const ADMIT_LOOK_UP = `${WINDOWS}
local window = readWindow(KEYS[1], tonumber(ARGV[2]))
local room = ''
if window.count < tonumber(ARGV[1]) then room = 'window'
else
  local second = readWindow(KEYS[2], tonumber(ARGV[4]))
  if second.count < tonumber(ARGV[3]) then
    room = 'second'
    if ARGV[5] == '1' then take(second, 1) end
  end
end
return { room, window.count, window.left }
`;

/**
 * KEYS epoch, changes, bytes, quota (if a unit was created); ARGV a random era, the epoch's life, the change, how many
 * changes are kept and for how long, bytes written, the length of their window, the era of the unit.
 */
export const BUMP = `${WINDOWS}
if redis.call('EXISTS', KEYS[1]) == 1 then
  local step = redis.call('HINCRBY', KEYS[1], 'counter', 1)
  redis.call('RPUSH', KEYS[2], step .. ':' .. ARGV[3])
  redis.call('LTRIM', KEYS[2], -tonumber(ARGV[4]), -1)
  redis.call('PEXPIRE', KEYS[2], ARGV[5])
else
  redis.call('HSET', KEYS[1], 'era', ARGV[1], 'counter', 0)
end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
local bytes = tonumber(ARGV[6])
if bytes > 0 then take(readWindow(KEYS[3], tonumber(ARGV[7])), bytes) end
if not KEYS[4] then return end
local era, used = unpack(redis.call('HMGET', KEYS[4], 'era', 'used'))
if era and era ~= ARGV[8] then redis.call('HINCRBY', KEYS[4], used and 'used' or 'late', 1) end
`;

/**
 * KEYS quota; ARGV limit, a random era, the record's life. A record of another history may have lost units,
 * so it is counted again. Replies with taken (1 or 0), the era, and the count or nil.
 */
export const RESERVE_QUOTA = `${HISTORY}
local now = history()
local era, used = unpack(redis.call('HMGET', KEYS[1], 'era', 'used'))
if not era or string.sub(era, -#now) ~= now then
  era, used = ARGV[2] .. now, false
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[1], 'era', era, 'late', 0)
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
end
if not used then return { 0, era, false } end
if tonumber(used) >= tonumber(ARGV[1]) then return { 0, era, tonumber(used) } end
return { 1, era, redis.call('HINCRBY', KEYS[1], 'used', 1) }
`;

/** KEYS quota; ARGV the era that was counted for, the count. */
export const SEED_QUOTA = `
local era, used, late = unpack(redis.call('HMGET', KEYS[1], 'era', 'used', 'late'))
if era == ARGV[1] and not used then
  redis.call('HSET', KEYS[1], 'used', tonumber(ARGV[2]) + tonumber(late))
end
`;

/** KEYS quota; ARGV the era of the unit. */
export const RELEASE_QUOTA = `
local era, used = unpack(redis.call('HMGET', KEYS[1], 'era', 'used'))
if era == ARGV[1] and used and tonumber(used) > 0 then redis.call('HINCRBY', KEYS[1], 'used', -1) end
`;
