package render

import "time"

// WithArguments adds browser arguments that only tests want.
func (o Options) WithArguments(args ...string) Options {
	o.extra = append(o.extra, args...)
	return o
}

// Patient gives every step of a rendering enough time for a busy machine. A page counts as settled after quiet.
func (o Options) Patient(quiet time.Duration) Options {
	o.pace = pace{
		quiet: quiet,
		rest:  max(quiet, usualPace.rest),
		take:  time.Minute,
		start: 2 * time.Minute,
		close: time.Minute,
	}
	if o.Timeout == 0 {
		o.Timeout = 2 * time.Minute
	}
	return o
}

// Hurried is Patient with the real times after which a page is stopped and abandoned.
func (o Options) Hurried(timeout time.Duration) Options {
	o = o.Patient(usualPace.quiet)
	o.Timeout = timeout
	o.pace.take = usualPace.take
	return o
}

// Longer runs f with the times after which a page is stopped and abandoned multiplied by the factor. Nothing else
// may be rendered meanwhile.
func (r *Renderer) Longer(times int, f func()) {
	before := r.options
	defer func() { r.options = before }()
	r.options.Timeout *= time.Duration(times)
	r.options.pace.take *= time.Duration(times)
	f()
}

// Pids are the leading processes of the running browsers.
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

// Memory is the browsers' private memory now, in bytes.
func (r *Renderer) Memory() int64 {
	total := int64(0)
	for _, leader := range r.Pids() {
		for _, p := range sessionProcesses(leader) {
			total += p.memory
		}
	}
	return total
}
