package blocks

// Doubtful says that most of the choice is many pieces set alike that could as well be comments or beginnings of other
// texts: each has what these have, and there is prose outside of them that would do for the page's own. No forest has
// learned to doubt them, as they are rare in what it learned from.
func (d Description) Doubtful(keep []bool) bool {
	const (
		leastItems = 8
		most       = 0.75 // share of the chosen words
		leastOwn   = 40   // words of prose
	)
	f := d.f
	p := f.page
	k := p.groups.largest
	if k < 0 || f.titleAt < 0 || f.ctx.Kind == KindForum || f.ctx.Kind == KindProduct || f.talk.addressed {
		return false
	}
	g := &p.groups.all[k]
	if g.items < leastItems || f.titleAt >= g.first && f.titleAt < g.end || !f.looksLikeOthers(g) {
		return false
	}

	// What stands before the title is not what a page is about, whether or not what is below was chosen too.
	before := g.end <= f.titleAt
	inside := 0
	all := 0
	own := 0
	for i := range p.Blocks {
		b := &p.Blocks[i]
		isInside := p.groups.at(b.Element) == k
		if keep[i] {
			all += b.Words
			if isInside {
				inside += b.Words
			}
		}
		if (keep[i] || before) && !isInside && i > f.titleAt && b.prose() {
			own += b.Words
		}
	}
	return own >= leastOwn && share(inside, all) >= most
}

// looksLikeOthers says that the items of a group have what comments or teasers have. Posts of a live report have times
// too, so that times do not count in an article.
func (f *featurizer) looksLikeOthers(g *group) bool {
	const (
		mostWords = 120 // of a teaser in the mean
		titled    = 0.4 // share of teasers with a word of the title, by chance
	)
	teasers := share(g.teasers, g.items) >= nearlyEach && g.words <= mostWords*g.items && g.share(markedTitle) <= titled
	dated := f.ctx.Kind != KindArticle && g.share(markedDate) >= nearlyEach
	return teasers || dated || g.share(markedTalk) >= nearlyEach
}
