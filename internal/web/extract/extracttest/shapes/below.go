package shapes

// live is a live report: timestamped posts, newest first.
func live(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title+" – live", "The Estuary Times", article)
	s.put("<body>")
	s.menu("nav")
	s.put(`<main><article><h1>%s – live</h1>`, title)
	s.content(`<p class="standfirst">`, w.report(t, 2), "</p>")
	s.put(`<aside class="key-events"><h2>Key events</h2><ul>`)

	for i := range 8 {
		s.put(`<li><a href="#b%d">%d.%02d %s</a></li>`, i, 17-i, i*7, w.title(t))
	}
	s.put(`</ul></aside><div class="liveblog">`)

	for i := range 18 {
		s.put(`<article class="block" id="b%d"><header><time>%d.%02d</time></header>`, i, 18-i/2, i*3)
		s.content("<h2>", w.title(t), "</h2>")
		s.content("<p>", w.report(t, 2), "</p>")
		s.content("<p>", w.report(t, 3), "</p>")
		s.put(`<footer class="share"><a href="/t">Share</a></footer></article>`)
	}

	s.put("</div></article></main>")
	s.foot()
}

func recipe(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "Warm Oven", `<meta name="generator" content="WordPress 6.4">`)
	s.put("<body>")
	s.menu("menu")

	s.put(`<main id="content"><article class="post type-post"><header class="entry-header">
<h1 class="entry-title">%s</h1>
<span class="entry-date">%s</span></header><div class="entry-content">`, title, w.day())
	s.paragraphs(w, t, 3)
	s.put(`<div class="wprm-recipe">`)
	s.content(`<h2 class="wprm-recipe-name">`, title, "</h2>")
	s.put(`<ul class="wprm-recipe-ingredients">`)

	for _, item := range []string{"350 g flour", "220 ml water", "7 g salt", "20 g starter", "a pinch of sugar"} {
		s.content(`<li class="wprm-recipe-ingredient">`, item, "</li>")
	}
	s.put(`</ul><ol class="wprm-recipe-instructions">`)
	for range 7 {
		s.content(`<li class="wprm-recipe-instruction">`, w.manual(t, 2), "</li>")
	}

	s.put(`</ol></div></div></article><div id="comments" class="comments-area">
<h2 class="comments-title">42 thoughts on “%s”</h2>
<ol class="comment-list">`, title)
	wordpressComments(s, w, t, 42)
	s.put(`</ol><div id="respond" class="comment-respond"><h3>Leave a Reply</h3>
<p>Your email address will not be published.</p></div></div></main>`)

	s.foot()
}

func wordpressComments(s *sheet, w *writer, t topic, count int) {
	for i := range count {
		s.put(`<li id="comment-%d" class="comment even thread-even depth-1"><article class="comment-body">
<footer class="comment-meta">
<b class="fn">%s</b> <span class="says">says:</span><a href="#c"><time>%s at 9:%02d am</time></a></footer>
<div class="comment-content"><p>%s</p></div><div class="reply"><a class="comment-reply-link" href="#r">Reply</a></div>
</article></li>`,
			i, w.user(), w.day(), i, w.comment(t, 2+w.IntN(6)))
	}
}

// product is an offer with a description, a table and buyers' reviews, which count neither way.
func product(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "Tool Barn", `<meta property="og:type" content="product">`)
	s.put("<body>")
	s.menu("mega-menu")
	s.put(`<main class="product"><div class="gallery"><img src="a.jpg" alt="front"></div><div class="product-info">`)
	s.content("<h1>", title, "</h1>")

	s.put(`<span class="price">$49.90</span><form><button>Add to cart</button></form></div>
<div class="product-description"><h2>Description</h2>`)
	s.paragraphs(w, t, 4)
	s.put(`</div><div class="specs"><h2>Specifications</h2><table>`)

	for _, row := range [][2]string{{"Weight", "1.2 kg"}, {"Material", "beech and steel"}, {"Length", "31 cm"},
		{"Origin", "Portugal"}} {
		s.content("<tr><th>", row[0], "</th>")
		s.content("<td>", row[1], "</td></tr>")
	}

	s.put(`</table></div><section class="customers-also-bought"><h2>Customers also bought</h2>`)
	for i := range 10 {
		s.put(`<div class="tile"><a href="/%d">%s</a><span>$%d.90</span></div>`, i, w.title(w.topics[1]), 10+i)
	}

	s.put("</section></main>")
	s.foot()
}

// opinions is a short column with three hundred readers' answers, in elements named after a comment vendor.
func opinions(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "The Estuary Times", article)
	s.put("<body>")
	s.menu("site-nav")

	s.put(`<div id="wrapper"><div id="story"><h1>%s</h1><div class="dateline">%s</div><div class="story-text">`,
		title, w.day())
	s.paragraphs(w, t, 5)
	s.put(`</div></div><div id="disqus_thread"><div class="header">%d Comments · Sort by Best</div>
<ul id="posts" class="post-list">`, 90)

	for i := range 90 {
		s.put(`<li class="post"><div class="post-content"><header>
<span class="post-byline">%s</span> <span class="bullet">•</span>
<a class="time-ago">%d years ago</a></header><div class="post-body"><div class="post-message"><p>%s</p></div></div>
<footer><a>%d</a> <a>Reply</a> <a>Share ›</a></footer></div></li>`, w.user(), 2+i%9, w.comment(t, 2+w.IntN(5)), i%20)
	}

	s.put("</ul></div></div>")
	s.foot()
}

// blogspot is a post with comments in a definition list.
func blogspot(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "Gravel diary", `<meta name="generator" content="blogger">`)
	s.put(`<body><div id="main"><div class="date-header">%s</div><div class="post hentry">
<h3 class="post-title entry-title">%s</h3>
<div class="post-body entry-content">`, w.day(), title)

	for range 4 {
		s.content("", w.report(t, 3), "<br><br>")
	}
	s.put(`</div><div class="post-footer">Posted by %s at 8:14 PM</div></div><div class="comments" id="comments">
<h4>60 comments:</h4>
<dl id="comments-block">`, w.user())

	for i := range 60 {
		s.put(`<dt class="comment-author" id="c%d"><a href="/p">%s</a> said...</dt><dd class="comment-body"><p>%s</p>
</dd>
<dd class="comment-footer"><span class="comment-timestamp">%s 9:%02d AM</span></dd>`, i, w.user(), w.comment(t,
			3+w.IntN(4)), w.day(), i)
	}

	s.put(`</dl></div></div><div id="sidebar"><h2>Blog Archive</h2><ul><li>2009 (31)</li><li>2008 (40)</li></ul></div>`)
	s.foot()
}
