package blocks

// Doubtful reports whether most of the choice is many similar pieces that could be comments or teasers: each has
// their marks, and prose outside them could be the page's own text. Such pages are rare in the training set, so the
// forests do not doubt them.
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

	// Text before the title is not the page's subject, whether or not text below it was chosen too.
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
		if (keep[i] || before) && !isInside && i > f.titleAt && b.IsProse() {
			own += b.Words
		}
	}
	return own >= leastOwn && share(inside, all) >= most
}

// looksLikeOthers reports whether the items of a group have the marks of comments or teasers. In an article times
// do not count, because posts of a live report have them too.
func (f *featurizer) looksLikeOthers(g *group) bool {
	const (
		mostWords = 120 // of a teaser in the mean
		titled    = 0.4 // share of teasers that have a word of the title by chance
	)
	teasers := share(g.teasers, g.items) >= nearlyEach && g.words <= mostWords*g.items && g.share(markedTitle) <= titled
	dated := f.ctx.Kind != KindArticle && g.share(markedDate) >= nearlyEach
	return teasers || dated || g.share(markedTalk) >= nearlyEach
}
