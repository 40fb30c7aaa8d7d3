package render

// WithArguments adds arguments of the browser that only tests want.
func (o Options) WithArguments(args ...string) Options {
	o.extra = append(o.extra, args...)
	return o
}

// Pids are the processes that lead the browsers which run now.
func (r *Renderer) Pids() []int {
	r.mu.Lock()
	defer r.mu.Unlock()
	var pids []int
	for b := range r.alive {
		if b.local != nil {
			pids = append(pids, b.local.pid)
		}
	}
	return pids
}

// PageProcesses are the processes that run pages, of all browsers.
func (r *Renderer) PageProcesses() []int {
	var pids []int
	for _, leader := range r.Pids() {
		for _, p := range sessionProcesses(leader) {
			if p.renderer {
				pids = append(pids, p.pid)
			}
		}
	}
	return pids
}

// Waiting is how many renderings wait for a place.
func (r *Renderer) Waiting() int { return int(r.waiting.Load()) }

// Memory is what the browsers have for themselves now, in bytes.
func (r *Renderer) Memory() int64 {
	total := int64(0)
	for _, leader := range r.Pids() {
		for _, p := range sessionProcesses(leader) {
			total += p.memory
		}
	}
	return total
}
