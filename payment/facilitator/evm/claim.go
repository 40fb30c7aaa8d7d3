package evm

import (
	"maps"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/facilitator"
)

// unclaimed is a transfer that no call has been told of.
type unclaimed struct {
	tx    common.Hash
	until time.Time
}

// claimFor is how long a transfer that has not been reported waits for the call that asks for it. Callers that got
// "pending" ask again within minutes.
const claimFor = time.Hour

// resultFor is the outcome of a job that is done, for one of its calls.
func (s *settler) resultFor(j *job, p part) (facilitator.Settlement, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.claim(j, p)
}

// claim gives a call the outcome of its job. A transfer is news to one call, which is the one that made the job, or
// the first of the others when that one has left. To all others it is Repeated. The caller holds mu.
func (s *settler) claim(j *job, p part) (facilitator.Settlement, error) {
	result := j.result
	if result.Outcome != facilitator.Settled || result.Repeated {
		return result, j.err
	}

	mine := p == first || j.left && !j.claimed
	j.claimed = j.claimed || mine
	result.Repeated = !mine
	return result, j.err
}

// leaveUnclaimed keeps a transfer for the call that asks for it next. The caller holds mu.
func (s *settler) leaveUnclaimed(j *job) {
	now := time.Now()
	maps.DeleteFunc(s.unclaimed, func(_ eip3009.ID, u unclaimed) bool { return now.After(u.until) })
	s.unclaimed[j.auth.ID()] = unclaimed{
		tx:    common.HexToHash(j.result.Transaction),
		until: now.Add(claimFor),
	}
}

// isOurs says that a transaction with the transfer of a job was made for it by this process, and not by a replica, a
// former life or somebody else, and that it has not been reported to any call. The caller holds mu.
func (s *settler) isOurs(j *job, tx common.Hash) bool {
	if slices.Contains(j.signed, tx) {
		return true
	}
	left, ok := s.unclaimed[j.auth.ID()]
	delete(s.unclaimed, j.auth.ID())
	return ok && left.tx == tx
}
