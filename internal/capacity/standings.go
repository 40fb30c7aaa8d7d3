package capacity

import (
	"sync"
	"time"
)

const (
	// manyFaults within [faultsKept] lower a caller's standing. An honest caller with a list of bad pages has some
	// too.
	manyFaults = 8
	// manyCallers is how many are remembered before those without recent faults are forgotten.
	manyCallers = 4096
)

// standings remembers the callers whose requests did large work and failed through their own fault: unpaid work.
type standings struct {
	now func() time.Time

	mu     sync.Mutex
	faults map[string][]time.Time // the last few of each caller
}

func newStandings(now func() time.Time) *standings {
	return &standings{
		now:    now,
		faults: map[string][]time.Time{},
	}
}

func (s *standings) fault(caller string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.faults) >= manyCallers {
		s.sweep()
	}
	list := s.faults[caller]
	list = append(list, s.now())
	s.faults[caller] = list[max(0, len(list)-manyFaults):]
}

// low reports whether a caller has many faults that still count.
func (s *standings) low(caller string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := s.faults[caller]
	return len(list) == manyFaults && s.now().Sub(list[0]) < faultsKept
}

// sweep forgets callers whose last fault no longer counts.
func (s *standings) sweep() {
	for caller, list := range s.faults {
		if s.now().Sub(list[len(list)-1]) >= faultsKept {
			delete(s.faults, caller)
		}
	}
}
