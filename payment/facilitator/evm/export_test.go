package evm

// Waiting is how many calls wait for payments that are not decided, over all networks.
func Waiting(f *Facilitator) int {
	n := 0
	for _, s := range f.settlers.Of {
		s.mu.Lock()
		for _, j := range s.jobs {
			n += j.waiters
		}
		s.mu.Unlock()
	}
	return n
}

// Undecided is how many payments are not decided, over all networks.
func Undecided(f *Facilitator) int {
	n := 0
	for _, s := range f.settlers.Of {
		s.mu.Lock()
		n += len(s.jobs)
		s.mu.Unlock()
	}
	return n
}
