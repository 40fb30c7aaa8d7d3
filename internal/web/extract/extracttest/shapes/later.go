package shapes

// later holds shapes written before training on grafted pages began and measured once after it ended.
var later = []shape{
	{"report with letters in its paragraphs", "https://courier.example/2004/11/03/quay.html", letters},
	{"report between two nameless columns", "https://morning.example/n/77120", twoColumns},
	{"post with nested quotes of readers", "https://workshop.example/journal/88", nestedQuotes},
	{"release above earlier releases", "https://works.example/press/new-kiln", releases},
}

// letters is a report with readers' letters after it in the same element.
func letters(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "The Courier", "")
	s.put("<body><div><div>")
	s.menu("m")
	s.put("</div><div><h2>%s</h2><p><i>%s</i></p>", title, w.day())
	s.paragraphs(w, t, 5)
	s.put("<hr><p><b>What our readers say</b></p>")
	for range 25 {
		s.put("<p><b>%s, %s</b></p><p>%s</p>", w.user(), w.day(), w.comment(t, 3+w.IntN(4)))
	}
	s.put("</div></div>")
	s.foot()
}

// twoColumns is a report between a column of summaries and a column of opinions, which the source has before and
// after it.
func twoColumns(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "Morning", article)
	s.put(`<body><div id="a"><div id="b">`)
	for i := range 16 {
		o := w.topics[1+i%9]
		s.put(`<div><b><a href="/n/%d">%s</a></b><div>%s</div></div>`, i, w.title(o), w.report(o, 3))
	}

	s.put(`</div><div id="c"><h1>%s</h1><div>%s</div>`, title, w.day())
	s.paragraphs(w, t, 6)
	s.put(`</div><div id="d">`)

	for i := range 10 {
		o := w.topics[1+i%9]
		s.put(`<div><img src="/%d.jpg"><i>%s</i><div><a href="/o/%d">%s</a></div><div>%s</div></div>`, i,
			w.of(o.people), i, w.title(o), w.report(o, 5))
	}

	s.put("</div></div>")
	s.foot()
}

// nestedQuotes is a post whose readers answer one another in quotes within quotes.
func nestedQuotes(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "Workshop journal", "")
	s.put("<body><h1>%s</h1><p>%s</p>", title, w.day())
	s.paragraphs(w, t, 4)
	s.put("<h3>38 voices</h3>")
	open := 0
	for range 38 {
		for open > 0 && w.IntN(2) == 0 {
			s.put("</blockquote>")
			open--
		}
		s.put(`<blockquote><p><a href="/u">%s</a> %s</p><p>%s</p>`, w.user(), w.day(), w.comment(t, 2+w.IntN(6)))
		open++
	}

	for range open {
		s.put("</blockquote>")
	}
	s.foot()
}

// releases is a press release with earlier ones in full below it.
func releases(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "The Works", "")
	s.put("<body>")
	s.menu("top")
	s.put(`<div class="main"><div class="item"><h1>%s</h1><p>%s</p>`, title, w.day())
	s.paragraphs(w, t, 5)
	s.put(`</div><h2>Earlier releases</h2>`)
	for i := range 7 {
		o := w.topics[1+i]
		s.put(`<div class="item"><h3><a href="/press/%d">%s</a></h3><p>%s</p><p>%s</p><p>%s</p><p>%s</p></div>`, i,
			w.title(o), w.day(), w.report(o, 4), w.report(o, 3), w.report(o, 4))
	}
	s.put("</div>")
	s.foot()
}
