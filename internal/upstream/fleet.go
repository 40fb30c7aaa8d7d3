package upstream

import (
	"cmp"
	"context"
	"crypto/rand"
	_ "embed"
	"errors"
	"fmt"
	"math"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/farebox/farebox/internal/tick"
)

const (
	// A process holds a lease while it asks a provider, and renews it. The lease of one that dies ends after leaseFor.
	leaseFor   = 2 * time.Second
	leaseRenew = leaseFor / 3

	// A trial is the one call that goes out after an open circuit. The fleet remembers for trialKeep that it needs one.
	trialFor  = 10 * time.Second
	trialKeep = 5 * time.Minute

	// A process that was not heard of for memberFor has left the fleet.
	memberEvery = 10 * time.Second
	memberFor   = 35 * time.Second
	mostMembers = 1000 // a larger count is taken for this one

	longestBooking = time.Hour // of a request without a deadline
)

// The verdicts of fleet.lua.
const (
	verdictGo    = 0
	verdictPause = 1 // the provider asked to be left alone
	verdictRate  = 2 // no place in the rate within the caller's time
	verdictQuota = 3
	verdictOpen  = 4 // the circuit is open, or another process is trying
	verdictTrial = 5 // go, and report the outcome
)

//go:embed fleet.lua
var enterScript string

// Fleet is what processes that call the same providers share in Redis or Valkey: one budget of requests, one circuit
// and one pause for each provider, and which process asks for an answer that several want. It holds no questions, no
// answers and no credentials. While it is away, each process decides for itself.
type Fleet struct {
	store redisConn
	name  func(string) string
	self  string // this process
	enter luaScript
	renew luaScript
	leave luaScript
	later luaScript
	join  luaScript

	members atomic.Int64 // how many processes there were when last asked
}

func newFleet(store redisConn, name func(string) string) *Fleet {
	f := &Fleet{
		store: store,
		name:  name,
		self:  rand.Text(),
		enter: store.script(enterScript),
		renew: store.script(`
if redis.pcall('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0`),
		leave: store.script(`
if redis.pcall('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`),
		later: store.script(`
local clock = redis.call('TIME')
local at = clock[1] * 1000000 + clock[2] + tonumber(ARGV[1])
local before = redis.pcall('GET', KEYS[1])
before = type(before) == 'string' and tonumber(before) or 0
if before < at or before > at + tonumber(ARGV[3]) then
  redis.call('SET', KEYS[1], string.format('%.0f', at), 'PX', ARGV[2])
end
return 0`),
		join: store.script(`
local clock = redis.call('TIME')
if type(redis.pcall('ZADD', KEYS[1], clock[1], ARGV[1])) == 'table' then
  redis.call('DEL', KEYS[1])
  redis.call('ZADD', KEYS[1], clock[1], ARGV[1])
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', clock[1] - ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[2])
return redis.call('ZCARD', KEYS[1])`),
	}

	f.members.Store(1)
	return f
}

func (f *Fleet) key(provider, of string) string { return fleetPrefix + f.name(provider+":"+of) }

// budget is what a provider allows the fleet.
type budget struct {
	interval time.Duration // between requests; 0 for no rate
	burst    int
	quotas   []Quota
}

// passage is the answer to a process that wants to send a request.
type passage struct {
	verdict int64
	wait    time.Duration
}

// book takes one request out of the provider's budget, for a caller that waits for longest at most.
func (f *Fleet) book(ctx context.Context, provider, caller string, b budget, longest time.Duration) (passage, error) {
	keys := []string{
		f.key(provider, "rate"),
		f.key(provider, "quota"),
		f.key(provider, "pause"),
		f.key(provider, "circuit"),
		f.key(provider, "trial"),
	}
	args := []any{
		b.interval.Microseconds(),
		b.burst,
		longest.Microseconds(),
		caller,
		breakFor.Microseconds(),
		maxRetryAfter.Microseconds(),
		trialFor.Microseconds(),
	}
	for _, q := range b.quotas {
		args = append(args, q.Requests, q.Per.Microseconds())
	}

	answer, err := f.enter(ctx, keys, args...)
	if err != nil {
		return passage{}, fmt.Errorf("booking a request: %w", err)
	}
	if len(answer) != 2 || answer[0] < verdictGo || answer[0] > verdictTrial ||
		answer[1] < 0 || answer[1] > math.MaxInt64/int64(time.Microsecond) {
		return passage{}, errors.New("booking a request: the script gave no verdict")
	}
	return passage{verdict: answer[0], wait: time.Duration(answer[1]) * time.Microsecond}, nil
}

// pause keeps all processes away from the provider for d.
func (f *Fleet) pause(ctx context.Context, provider string, d time.Duration) error {
	return f.until(ctx, f.key(provider, "pause"), d, d, maxRetryAfter)
}

// trip opens the provider's circuit for all processes. After breakFor one of them tries.
func (f *Fleet) trip(ctx context.Context, provider string) error {
	if err := f.until(ctx, f.key(provider, "circuit"), breakFor, breakFor+trialKeep, breakFor); err != nil {
		return err
	}
	return f.store.remove(ctx, f.key(provider, "trial"))
}

// mend closes the provider's circuit for all processes.
func (f *Fleet) mend(ctx context.Context, provider string) error {
	return f.store.remove(ctx, f.key(provider, "circuit"), f.key(provider, "trial"))
}

// until stores the time d from now under the key, unless a later one is there. A stored time beyond most is replaced.
func (f *Fleet) until(ctx context.Context, key string, d, keep, most time.Duration) error {
	args := []any{d.Microseconds(), strconv.FormatInt(max(1, keep.Milliseconds()), 10), most.Microseconds()}
	_, err := f.later(ctx, []string{key}, args...)
	return err
}

// lease is the right to do something for all.
type lease struct {
	fleet  *Fleet
	key    string
	holder string
}

// lease takes the right that what and key name; it is nil while another process holds it.
func (f *Fleet) lease(ctx context.Context, key, what string) (*lease, error) {
	l := &lease{
		fleet:  f,
		key:    f.key(key, what),
		holder: rand.Text(),
	}
	claimed, err := f.store.claim(ctx, l.key, l.holder, leaseFor)
	switch {
	case err != nil:
		return nil, fmt.Errorf("taking a lease: %w", err)
	case !claimed:
		return nil, nil
	}
	return l, nil
}

// hold renews the lease through link until ctx ends.
func (l *lease) hold(ctx context.Context, by *link) {
	tick.Every(ctx, leaseRenew, func(ctx context.Context) {
		by.ask(ctx, func(ctx context.Context) error {
			args := []any{l.holder, leaseFor.Milliseconds()}
			_, err := l.fleet.renew(ctx, []string{l.key}, args...)
			return err
		})
	})
}

// giveBack ends the lease.
func (l *lease) giveBack(ctx context.Context, by *link) {
	by.ask(ctx, func(ctx context.Context) error {
		_, err := l.fleet.leave(ctx, []string{l.key}, l.holder)
		return err
	})
}

// beat signs this process in and counts the processes.
func (f *Fleet) beat(ctx context.Context) error {
	seconds := int64(memberFor / time.Second)
	n, err := f.join(ctx, []string{f.key("fleet", "members")}, f.self, seconds)
	if err != nil {
		return fmt.Errorf("counting the fleet: %w", err)
	}
	if len(n) != 1 {
		return errors.New("counting the fleet: the script gave no number")
	}
	f.members.Store(min(max(n[0], 1), mostMembers))
	return nil
}

func (f *Fleet) goodbye(ctx context.Context) error {
	return f.store.removeMember(ctx, f.key("fleet", "members"), f.self)
}

// RunFleet keeps this process signed in with those that share CACHE_URL until ctx ends. Each knows their number, and so
// its part of the providers' limits while the cache is away.
func (p *Pool) RunFleet(ctx context.Context) {
	if p.fleet == nil {
		return
	}
	tick.Now(ctx, memberEvery, func(ctx context.Context) {
		p.link.ask(ctx, p.fleet.beat)
		p.meter(replicaCount, float64(p.fleet.members.Load()))
	})
	p.link.ask(context.WithoutCancel(ctx), p.fleet.goodbye)
}

// share divides the providers' limits for this process: by one while the fleet keeps them or there is no fleet, and by
// the last known number of processes while each is on its own.
func (p *Pool) share() int {
	if p.fleet == nil || p.link.up() {
		return 1
	}
	return int(cmp.Or(p.fleet.members.Load(), 1))
}
