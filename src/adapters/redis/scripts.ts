/** All keys of a script are in `KEYS`, with one hash tag (one slot of a cluster). Each gets an expiry when made. */

/** In milliseconds. */
const CLOCK = `
local function now()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
`;

/**
 * A window ends when its key expires, by Redis's clock alone. PTTL of -2 (no key), -1 (no expiry), 0 (last millisecond)
 * or above the length (the clock was set back) starts a new window. `back`: milliseconds by which the clock is known to
 * have been set back; the window ends that much earlier.
 */
const WINDOWS = `
local function readWindow(key, length, back)
  local left = redis.call('PTTL', key) - (back or 0)
  if left <= 0 or left > length then return { key = key, count = 0, left = length, fresh = true } end
  if back then redis.call('PEXPIRE', key, left) end
  return { key = key, count = tonumber(redis.call('GET', key)), left = left, fresh = false }
end
local function take(window, amount)
  window.count = window.count + amount
  if window.fresh then redis.call('SET', window.key, amount, 'PX', window.left)
  else redis.call('INCRBY', window.key, amount) end
  window.fresh = false
end
-- What the window counts of bytes that were reserved while it, or one that has ended, lasted \`left\` yet.
local function counts(window, bytes, left)
  if window.fresh or window.left > left then return 0 end
  return bytes
end
`;

/**
 * An incarnation ends with the replication id, which changes when Redis may have gone back in time (restart from a
 * snapshot, promoted replica). Otherwise an old sequence could return under its old incarnation and pass for fresh.
 */
const HISTORY = `
local function history()
  return '.' .. string.match(redis.call('INFO', 'replication'), 'master_replid:(%w+)')
end
`;

/**
 * KEYS minute, day, epoch, changes, bytes (if the plan limits them); ARGV limits of minute and day, window lengths, a
 * random incarnation, the epoch's life, incarnation and sequence after which changes are wanted (empty incarnation:
 * none), the limit of bytes (a day's window) and bytes to reserve (both absent where that window is neither checked nor
 * shown). The list of changes has one numbered entry per step of the epoch; only its oldest may be missing. The epoch
 * keeps the time of the last request: if it is later than now, the clock was set back.
 */
export const ADMIT = `${CLOCK}${WINDOWS}${HISTORY}
local time = now()
local incarnation, sequence, last = unpack(redis.call('HMGET', KEYS[3], 'incarnation', 'sequence', 'time'))
local back = last and tonumber(last) > time and tonumber(last) - time or nil
local minute = readWindow(KEYS[1], tonumber(ARGV[3]), back)
local day = readWindow(KEYS[2], tonumber(ARGV[4]), back)
local stores = KEYS[5] and (ARGV[9] or back) and readWindow(KEYS[5], tonumber(ARGV[4]), back)
local bytes = ARGV[9] and stores
local most = bytes and tonumber(ARGV[9])
local refusedBy = ''
if day.count >= tonumber(ARGV[2]) then refusedBy = 'day'
elseif bytes and (bytes.count >= most or bytes.count + tonumber(ARGV[10]) > most) then refusedBy = 'bytes'
elseif minute.count >= tonumber(ARGV[1]) then refusedBy = 'minute'
else
  take(minute, 1) take(day, 1)
  if bytes and tonumber(ARGV[10]) > 0 then take(bytes, tonumber(ARGV[10])) end
end
if not incarnation then
  incarnation, sequence = ARGV[5], 0
  redis.call('HSET', KEYS[3], 'incarnation', incarnation, 'sequence', sequence)
  redis.call('PEXPIRE', KEYS[3], ARGV[6])
end
redis.call('HSET', KEYS[3], 'time', time)
incarnation, sequence = incarnation .. history(), tonumber(sequence)
local steps = ARGV[7] == incarnation and sequence - tonumber(ARGV[8]) or -1
local changes = steps == 0 and {} or false
if steps > 0 then
  local listed = redis.call('LRANGE', KEYS[4], -steps, -1)
  local first = (tonumber(ARGV[8]) + 1) .. ':'
  if #listed == steps and string.sub(listed[1], 1, #first) == first then changes = listed end
end
local stored = bytes and { bytes.count, bytes.left }
return { refusedBy, minute.count, minute.left, day.count, day.left, incarnation, sequence, changes, stored }
`;

/**
 * KEYS bytes; ARGV limit, window length, bytes in all, those reserved of them, and how long their window lasted then.
 * Replies with 1 or 0 (granted or not), and the window.
 */
export const RESERVE_BYTES = `${WINDOWS}
local window = readWindow(KEYS[1], tonumber(ARGV[2]))
local more = tonumber(ARGV[3]) - counts(window, tonumber(ARGV[4]), tonumber(ARGV[5]))
local most = tonumber(ARGV[1])
local granted = window.count < most and window.count + more <= most
if granted then take(window, more) end
return { granted and 1 or 0, window.count, window.left }
`;

/** KEYS bytes; ARGV window length, bytes reserved, how long their window lasted then. */
export const RELEASE_BYTES = `${WINDOWS}
local window = readWindow(KEYS[1], tonumber(ARGV[1]))
local bytes = counts(window, tonumber(ARGV[2]), tonumber(ARGV[3]))
if bytes > 0 then take(window, -bytes) end
`;

/** KEYS window; ARGV limit, window length. */
export const ADMIT_ADDRESS = `${WINDOWS}
local window = readWindow(KEYS[1], tonumber(ARGV[2]))
local allowed = window.count < tonumber(ARGV[1])
if allowed then take(window, 1) end
return { allowed and 1 or 0, window.count, window.left }
`;

/**
 * KEYS window, look-ups of this second; ARGV limit and length of each, 1 to take a look-up of the second. Replies with
 * what has room (`window`, `second`, or nothing), and the window. The key's mark lies in another slot of a cluster.
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
 * A month's count is one hash. `generation`: of all counts, with the history of Redis. `used`: units taken, right if
 * there is `counted`. `round`: of the last count, or the one under way. `lost`: units may be lost, so a second count is
 * due. `since`: a write deadline after it that count is due, or a unit is old. `unit:` and a document, for creates in
 * flight: when the unit was last taken, and the name of the create that alone has it (none: of several).
 */
const MONTH = `
local function recount(key)
  redis.call('HDEL', key, 'counted')
  redis.call('HSET', key, 'round', table.concat(redis.call('TIME'), '.'))
end
local function lose(key)
  redis.call('HSET', key, 'lost', 1, 'since', now())
  recount(key)
end
local function eachUnit(key, call)
  local fields = redis.call('HGETALL', key)
  for i = 1, #fields, 2 do
    local document = string.match(fields[i], '^unit:(.*)$')
    if document then call(document, tonumber(string.match(fields[i + 1], '^%d+'))) end
  end
end
local function isOld(at, time, settle)
  return time - at >= settle or at > time
end
`;

/**
 * KEYS epoch, changes, bytes, minute, day, quota (if there is a unit); ARGV a random incarnation, the epoch's life, the
 * change, how many changes are kept and for how long, bytes written, lengths of a day's and a minute's window, bytes
 * reserved, how long their window lasted then, requests, the unit's document.
 */
export const BUMP = `${WINDOWS}
if redis.call('EXISTS', KEYS[1]) == 1 then
  local step = redis.call('HINCRBY', KEYS[1], 'sequence', 1)
  redis.call('RPUSH', KEYS[2], step .. ':' .. ARGV[3])
  redis.call('LTRIM', KEYS[2], -tonumber(ARGV[4]), -1)
  redis.call('PEXPIRE', KEYS[2], ARGV[5])
else
  redis.call('HSET', KEYS[1], 'incarnation', ARGV[1], 'sequence', 0)
end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
local bytes, reserved, requests = tonumber(ARGV[6]), tonumber(ARGV[9]), tonumber(ARGV[11])
if bytes > 0 or reserved > 0 then
  local window = readWindow(KEYS[3], tonumber(ARGV[7]))
  local more = bytes - counts(window, reserved, tonumber(ARGV[10]))
  if more ~= 0 then take(window, more) end
end
if requests > 0 then
  take(readWindow(KEYS[4], tonumber(ARGV[8])), requests)
  take(readWindow(KEYS[5], tonumber(ARGV[7])), requests)
end
if KEYS[6] then redis.call('HDEL', KEYS[6], 'unit:' .. ARGV[12]) end
`;

/** KEYS the generation of all counts; ARGV a random one, its life. Replies with the one that holds. */
export const GENERATION = `
local generation = redis.call('GET', KEYS[1])
if generation then return generation end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return ARGV[1]
`;

/**
 * KEYS quota; ARGV limit, the generation of all counts, the record's life, how long a create may take, the unit's
 * document and name (absent: nothing is taken). A record of another history may have lost units. Replies with the
 * count, 1 or 0 (taken or not), and without a unit how many are in flight. If the month must be counted: nil, the
 * round, the creates counted that have ended, the document of each unit.
 */
export const RESERVE_QUOTA = `${CLOCK}${HISTORY}${MONTH}
local time, settle = now(), tonumber(ARGV[4])
local current = ARGV[2] .. history()
local generation, since, lost = unpack(redis.call('HMGET', KEYS[1], 'generation', 'since', 'lost'))
if generation ~= current then
  redis.call('HSET', KEYS[1], 'generation', current)
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  lose(KEYS[1])
elseif since and isOld(tonumber(since), time, settle) then
  -- Rules secondCount, oldAnew.
  local again, oldest = lost, false
  eachUnit(KEYS[1], function(document, at)
    if isOld(at, time, settle) then
      redis.call('HDEL', KEYS[1], 'unit:' .. document)
      again = true
    elseif not oldest or at < oldest then oldest = at end
  end)
  redis.call('HDEL', KEYS[1], 'lost', 'since')
  if oldest then redis.call('HSET', KEYS[1], 'since', oldest) end
  if again then recount(KEYS[1]) end
end
local used, counted, round, from = unpack(redis.call('HMGET', KEYS[1], 'used', 'counted', 'round', 'since'))
used = tonumber(used or 0)
local documents = {}
if not counted or not ARGV[5] then
  eachUnit(KEYS[1], function(document) documents[#documents + 1] = document end)
end
if not counted then return { false, round, used - #documents, documents } end
if not ARGV[5] then return { used, 0, #documents } end
local unit = 'unit:' .. ARGV[5]
local isNew = not redis.call('HMGET', KEYS[1], unit)[1]
if isNew and used >= tonumber(ARGV[1]) then return { used, 0, 0 } end
redis.call('HSET', KEYS[1], unit, time .. ' ' .. (isNew and ARGV[6] or ''))
if not from then redis.call('HSET', KEYS[1], 'since', time) end
return { isNew and redis.call('HINCRBY', KEYS[1], 'used', 1) or used, 1, 0 }
`;

/** KEYS quota; ARGV the round that was counted for, by how much the count differs (rule shiftByDifference). */
export const SEED_QUOTA = `
local round, counted = unpack(redis.call('HMGET', KEYS[1], 'round', 'counted'))
if round ~= ARGV[1] or counted then return end
redis.call('HINCRBY', KEYS[1], 'used', ARGV[2])
redis.call('HSET', KEYS[1], 'counted', 1)
`;

/**
 * KEYS quota; ARGV the unit's document and name. Creates that share it may still make the document (rule sharedStays),
 * or others have (rule releasedAnew).
 */
export const RELEASE_QUOTA = `${CLOCK}${MONTH}
local unit = redis.call('HMGET', KEYS[1], 'unit:' .. ARGV[1])[1]
if not unit or string.match(unit, ' (.*)$') ~= ARGV[2] then return end
redis.call('HDEL', KEYS[1], 'unit:' .. ARGV[1])
recount(KEYS[1])
`;

/** KEYS quota. */
export const FORGET_QUOTA = `${CLOCK}${MONTH}
if redis.call('EXISTS', KEYS[1]) == 1 then lose(KEYS[1]) end
`;
