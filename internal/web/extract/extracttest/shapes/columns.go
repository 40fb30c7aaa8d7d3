package shapes

// teaserColumn is a report beside twenty cards with teasers of some sixty words.
func teaserColumn(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "The Estuary Times", article)
	s.put("<body>")
	s.menu("main-nav")
	s.put(`<div class="row"><div class="col-8"><article><h1>%s</h1><p class="byline">By %s, %s</p>`, title, "Ann Lee",
		w.day())
	s.paragraphs(w, t, 8)
	s.put(`</article></div><div class="col-4"><div class="teasers"><h2>More stories</h2>`)
	for i := range 20 {
		o := w.topics[1+i%9]
		s.put(`<div class="teaser card"><a href="/n/%d"><h3>%s</h3></a><p>%s</p><a href="/n/%d">Read more</a></div>`,
			i, w.title(o), w.report(o, 4), i)
	}
	s.put("</div></div></div>")
	s.foot()
}

// plainTeasers is the same in tables without class names, so that nothing marks the column.
func plainTeasers(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "Estuary Online", "")
	s.put(`<body><table width="960"><tr><td width="150">`)
	s.menu("l")
	s.put(`</td><td width="500"><font size="5"><b>%s</b></font><br><font size="1">%s</font><br><br>`, title, w.day())
	for range 6 {
		s.content("", w.report(t, 3), "<br><br>")
	}
	s.put(`</td><td width="310"><table>`)
	for i := range 20 {
		o := w.topics[1+i%9]
		s.put(`<tr><td><b><a href="/n/%d">%s</a></b><br>%s</td></tr>`, i, w.title(o), w.report(o, 4))
	}
	s.put("</table></td></tr></table>")
	s.foot()
}

// blogSidebar is a short post beside a sidebar thirty times as long.
func blogSidebar(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "Notes from a shed", `<meta name="generator" content="WordPress 2.9">`)
	s.put(`<body><div id="page"><div id="header"><h1><a href="/">Notes from a shed</a></h1></div>
<div id="content" class="narrowcolumn">
<div class="post" id="post-81"><h2>%s</h2><small>%s</small><div class="entry">`, title, w.day())

	s.paragraphs(w, t, 2)
	s.put(`</div><p class="postmetadata">Posted in <a href="/c">Workshop</a> | 3 Comments »</p></div></div>
<div id="sidebar"><ul>`)
	s.put(`<li class="widget"><h2>About</h2><p>%s</p></li><li class="widget"><h2>Recent posts</h2><ul>`,
		w.report(w.topics[1], 6))

	for i := range 25 {
		o := w.topics[1+i%9]
		s.put(`<li><a href="/%d">%s</a> %s</li>`, i, w.title(o), w.report(o, 5))
	}

	s.put(`</ul></li><li class="widget"><h2>Recent comments</h2><ul>`)
	for i := range 15 {
		s.put(`<li>%s on <a href="/%d">%s</a>: %s</li>`, w.user(), i, w.title(w.topics[2]), w.comment(w.topics[2], 2))
	}

	s.put(`</ul></li><li class="widget"><h2>Archives</h2><ul>`)
	for i := range 60 {
		s.put(`<li><a href="/a/%d">%s</a> (%d)</li>`, i, w.day(), i)
	}

	s.put("</ul></li></ul></div></div>")
	s.foot()
}

// paywall is the beginning of a report with a list of others below.
func paywall(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "Harbour Ledger", article)
	s.put("<body>")
	s.menu("navbar")

	s.put(`<main><article class="article"><h1>%s</h1><div class="meta">%s</div><div class="article-body">`, title,
		w.day())
	s.content("<p>", w.report(t, 3), "</p>")
	s.content("<p>", w.report(t, 2), "</p>")
	s.put(`</div><div class="paywall-box"><h3>Keep reading with a subscription</h3>
<p>Unlimited articles for 4 a month, cancel at any time.</p>
<a href="/subscribe">Subscribe now</a></div></article><section class="related"><h2>Related articles</h2>`)

	for i := range 14 {
		o := w.topics[1+i%9]
		s.put(`<div class="related-item"><h4><a href="/%d">%s</a></h4><p>%s</p></div>`, i, w.title(o), w.report(o, 3))
	}

	s.put("</section></main>")
	s.foot()
}

// docs is a page of documentation beside its table of contents.
func docs(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "Handbook 4.1", `<meta name="generator" content="Docutils 0.17">`)
	s.put(`<body><nav class="wy-nav-side"><ul>`)
	for i := range 90 {
		s.put(`<li class="toctree-l%d"><a href="/%d.html">%s</a></li>`, 1+i%3, i, w.title(w.topics[i%10]))
	}

	s.put(`</ul></nav><section class="wy-nav-content-wrap"><div role="navigation">Docs » Guide » %s</div>
<div class="document">`, title)
	s.content("<h1>", title, "</h1>")

	for range 5 {
		s.content("<h2>", w.title(t), "</h2>")
		s.content("<p>", w.manual(t, 4), "</p>")
		s.content("<pre><code>", "set --depth 4 --quiet output.txt", "</code></pre>")
		s.content("<ul><li>", w.manual(t, 1), "</li></ul>")
	}

	s.put(`</div><div class="rst-footer-buttons"><a href="/n">Next</a><a href="/p">Previous</a></div></section>`)
	s.foot()
}
