package blocks

// homeShare is the share of the content that its home element must hold.
const homeShare = 0.75

// findHome finds the content's home element and the path from there to the root.
func (s *secondReading) findHome() {
	p := s.page
	for e := range p.Elements {
		if s.elements[e].content >= homeShare*s.page1.content && p.Elements[e].Depth >= p.Elements[s.home].Depth {
			s.home = e
		}
	}
	s.upHome = make(map[int]int)
	for e, d := s.home, 0; e >= 0; e, d = p.Elements[e].Parent, d+1 {
		s.upHome[e] = d
	}
}

// place describes where a block is relative to the content's home: in which branch, or how far outside.
func (s *secondReading) place(v *vector, i int, own likely) {
	p := s.page
	at := p.Blocks[i].Element
	branch := -1
	steps := 0
	for {
		if _, on := s.upHome[at]; on {
			break
		}
		branch = at
		at = p.Elements[at].Parent
		steps++
	}

	v.add("home_up", float64(s.upHome[at]))
	v.add("home_below", float64(steps))
	home := s.elements[s.home]
	v.add("home_share", home.content/max(1, s.page1.content))
	v.add("home_reading", home.minus(own).mean())

	if branch < 0 {
		v.add("branch_reading", -1)
		v.add("branch_content", -1)
		v.add("branch_words", -1)
		v.add("branch_alike", -1)
		v.add("branch_tag", -1)
		return
	}

	b := s.elements[branch]
	v.add("branch_reading", b.minus(own).mean())
	v.add("branch_content", b.content/max(1, s.page1.content))
	v.add("branch_words", b.words)
	v.add("branch_alike", float64(p.Elements[branch].alike))
	v.add("branch_tag", float64(tagClass(p.Elements[branch].Tag)))
}
