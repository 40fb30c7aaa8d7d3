package pdftext

import "math"

// quarters are the quarters of a circle by which text is turned against its page, counted against the clock. Tables
// that are wider than high are often printed so.
type quarters int

// turn is a place as it is seen where the text is level.
func (q quarters) turn(b box) box {
	switch q {
	case 1:
		return box{left: b.bottom, right: b.top, bottom: -b.right, top: -b.left}
	case 3:
		return box{left: -b.top, right: -b.bottom, bottom: b.left, top: b.right}
	}
	return b
}

// turnRules are lines as they are seen where the text is level.
func (q quarters) turnRules(drawn rules) rules {
	if q == 0 {
		return drawn
	}
	var out rules
	for _, one := range drawn.level {
		out.add(q.turn(box{left: one.from, right: one.to, bottom: one.at, top: one.at}))
	}
	for _, one := range drawn.upright {
		out.add(q.turn(box{left: one.at, right: one.at, bottom: one.from, top: one.to}))
	}
	return rules{
		level:   joinRules(out.level),
		upright: joinRules(out.upright),
	}
}

// turned is how the text of a page is turned, by where lines begin and end. It is 0 unless nearly all agree, and for
// text on its head, whose lines PDFium reads backwards.
func (p *openedPage) turned(lines []line) quarters {
	const (
		looked = 40  // lines
		agreed = 0.9 // of them
		long   = 5   // characters
	)
	var votes [4]int
	n := 0
	p.eachLine(lines, func(_ *line, all []uint16, start, end int) {
		for start < end && isBlank(all[start]) {
			start++
		}
		for end > start && isBlank(all[end-1]) {
			end--
		}
		if n >= looked || end-start < long {
			return
		}
		first, known := p.charBox(start)
		last, also := p.charBox(end - 1)
		if !known || !also {
			return
		}
		x, y := first.middle()
		toX, toY := last.middle()
		angle := math.Atan2(toY-y, toX-x)
		votes[(int(math.Round(angle/(math.Pi/2)))+4)%4]++
		n++
	})

	for _, q := range []quarters{1, 3} {
		if n > 0 && float64(votes[q]) >= agreed*float64(n) {
			return q
		}
	}
	return 0
}
