package metadata

// place is where the page shows its title. Bylines and dates are near it.
type place struct {
	f      *found
	read   int // bytes of text before the title, -1 when the page does not show it
	region int
}

// placeOf finds a title among the headings, and else among the first lines.
func (f *found) placeOf(title string) place {
	for _, h := range f.headings {
		if h.text == title || alike(h.text, title) > 0.8 {
			return place{f, h.read, h.region}
		}
	}
	wanted := letters(title)
	for _, besides := range []bool{false, true} {
		for _, l := range f.lines {
			if l.isAside == besides && letters(l.text) == wanted {
				return place{f, l.read, l.region}
			}
		}
	}
	return place{f, -1, 0}
}

// isNear reports whether a place is shortly before the title or within some paragraphs after it.
func (p place) isNear(read int) bool {
	const (
		before = 600 // bytes of text
		after  = 2500
	)
	return p.read < 0 || read > p.read-before && read < p.read+after
}

// isBeside reports whether a region does not enclose the title. Regions that do are skipped because the class of a
// whole page may mention widgets and side columns too.
func (p place) isBeside(region int) bool {
	for around := p.region; around > 0; around = p.f.regions[around] {
		if region == around {
			return false
		}
	}
	return region > 0
}

// isRightBelow reports whether a place is in the first lines below the title.
func (p place) isRightBelow(read int) bool {
	const (
		before = 100 // bytes of text
		after  = 500
	)
	return p.read >= 0 && read > p.read-before && read < p.read+after
}
