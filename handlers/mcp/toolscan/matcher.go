package toolscan

// step is one element of a rule: any of the classes, at most gap words after the element before it, with no class
// of not in between.
type step struct {
	any set
	gap int
	not set
}

// rule is a sequence of steps for a check.
type rule struct {
	check     string
	points    int // 0: those of the check
	steps     []step
	inStory   bool             // in a prompt it may be about people in a story, and then weighs little
	unlessNeg bool             // no hit when the first step is negated ("never ignore ...")
	kinds     kindSet          // texts that it applies to; 0 means all
	purpose   set              // if the tool's name has one of these classes, the hit weighs declared
	declared  int              // points then
	adjust    func(h *hit) int // the points in context, or 0
}

// event is a meaningful word or literal.
type event struct {
	classes    set
	id         int32 // counts events of a whole scan
	pos        int32 // counts words of a whole scan, with jumps between sentences and texts
	start, end int32 // span in the view
	quoted     bool
}

// progress is a rule's progress: the latest event that completes the steps up to one.
type progress struct {
	id, pos int32
	start   int32 // where the first step starts
	neg     bool  // the first step is negated
	quoted  bool
	set     bool
}

// hit is a completed rule.
type hit struct {
	rule       *rule
	points     int
	seg        *segment
	view       *view
	tool       *toolScan
	start, end int // span in the view
	mention    bool
}

// after is the view's text after the hit, up to n bytes.
func (h *hit) after(n int) string {
	return h.view.text[h.end:min(len(h.view.text), h.end+n)]
}

// matcher runs all rules in parallel over the events of a scan. Positions only grow, so nothing needs a reset
// between texts.
type matcher struct {
	rules   []rule
	byClass *[numClasses][]uint16
	state   [][maxSteps]progress
	stamp   []int32 // last event on which a rule was tried
	id, pos int32
	lastNeg progress
	detect  int32 // position of the last word of detection
	example int32 // position of the last "such as"
	inspect int32 // position of the last word of checking
	foreign int32 // position of the last tool of another server
	tag     int32 // position of the last attention tag
}

const maxSteps = 5

// never is a position that precedes all others by more than any gap.
const never = -1 << 20

func indexRules(rules []rule) *[numClasses][]uint16 {
	var index [numClasses][]uint16
	for c := class(0); c < numClasses; c++ {
		for i, r := range rules {
			for _, s := range r.steps {
				if s.any.holds(c) || s.not.holds(c) {
					index[c] = append(index[c], uint16(i))
					break
				}
			}
		}
	}
	return &index
}

func newMatcher(rules []rule, index *[numClasses][]uint16) *matcher {
	m := &matcher{rules: rules, byClass: index, state: make([][maxSteps]progress, len(rules)), stamp: make([]int32, len(rules)), detect: never, example: never, foreign: never, inspect: never, tag: never}
	m.lastNeg.pos = never
	return m
}

// feed takes the next event and reports the rules that it completes.
func (m *matcher) feed(e event, report func(r *rule, from progress, e event)) {
	m.id++
	e.id, e.pos = m.id, m.pos
	m.note(e)

	for word, bits := range e.classes {
		for c := class(word * 64); bits != 0; c, bits = c+1, bits>>1 {
			if bits&1 == 0 {
				continue
			}
			for _, i := range m.byClass[c] {
				if m.stamp[i] != e.id {
					m.stamp[i] = e.id
					m.try(int(i), e, report)
				}
			}
		}
	}

	if e.classes.has(of(neg, nought)) {
		m.lastNeg = progress{id: e.id, pos: e.pos}
	}
}

// note records the positions used to judge hits.
func (m *matcher) note(e event) {
	if e.classes.holds(detect) {
		m.detect = e.pos
	}
	if e.classes.holds(inspects) {
		m.inspect = e.pos
	}
	if e.classes.holds(eg) {
		m.example = e.pos
	}
	if e.classes.holds(toolRef) {
		m.foreign = e.pos
	}
	if e.classes.holds(pseudoTag) {
		m.tag = e.pos
	}
}

func (m *matcher) try(i int, e event, report func(*rule, progress, event)) {
	r, state := &m.rules[i], &m.state[i]
	for k := len(r.steps) - 1; k >= 0; k-- {
		s := &r.steps[k]
		if k > 0 && e.classes.has(s.not) {
			state[k-1].set = false
			continue
		}
		if !e.classes.has(s.any) {
			continue
		}

		var p progress
		if k == 0 {
			p = progress{start: e.start, quoted: e.quoted, neg: m.lastNeg.id < e.id && e.pos-m.lastNeg.pos <= 3}
		} else {
			before := &state[k-1]
			if !before.set || e.pos-before.pos > int32(s.gap)+1 {
				continue
			}
			p = *before
		}

		p.id, p.pos, p.set = e.id, e.pos, true
		if k < len(r.steps)-1 {
			state[k] = p
			continue
		}

		if !(r.unlessNeg && p.neg) {
			report(r, p, e)
		}
	}
}

// mentions reports whether a hit is mentioned attack text rather than a real attack: it is quoted or follows "such
// as", in a text about detecting. Descriptions of malware need neither, but an order to the model does.
func (m *matcher) mentions(d Dimension, startQuoted, endQuoted bool) bool {
	quoted := startQuoted || endQuoted
	switch {
	case m.pos-m.detect <= 45:
		return quoted || m.pos-m.example <= 25 || d == DangerousCapability
	case m.pos-m.inspect <= 45:
		return quoted
	}
	return startQuoted && endQuoted && m.pos-m.example <= 12
}
