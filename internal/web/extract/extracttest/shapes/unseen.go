package shapes

// unseen holds the shapes first measured after the engine was finished.
var unseen = []shape{
	{"story with comments in tables", "https://tabled.example/article.pl?sid=03/02/11/22", tabledStory},
	{"report beside teasers, hashed names", "https://daily.example/politik/a-8812", hashedTeasers},
	{"post after a long sidebar", "https://diary.example/archives/000331.html", sidebarFirst},
	{"thread of XenForo", "https://cars.example/threads/rust-under-the-sill.5512/", xenforo},
	{"thread of SMF in tables", "https://radio.example/index.php?topic=771.0", smf},
	{"report in German with comments", "https://bote.example/region/hafen-1.2231", germanComments},
	{"thread about a link, nested lists", "https://crab.example/s/ab12/quay", lobsters},
	{"post with responses and trackbacks", "https://essay.example/2007/05/on-quays", responses},
	{"ticker as a list", "https://daily.example/sport/ticker-12", ticker},
	{"manual with notes of users", "https://manual.example/function.set.php", userNotes},
	{"report above a grid of summaries", "https://weekly.example/p/quay", gridBelow},
	{"thread beside summaries of others", "https://forum.garden.example/t/slugs/19", threadBesideSummaries},
}

func tabledStory(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "Tabled", "")
	s.put(`<body bgcolor="#fff"><table width="960"><tr><td width="130"><a href="/">home</a><br><a href="/faq">faq</a>
<br>
<a href="/polls">polls</a></td><td>`)

	s.put(`<table bgcolor="#006666"><tr><td><font color="#fff"><b>%s</b></font></td></tr></table>
<b>Posted by <a href="/u">%s</a> on %s</b><br>
<font size="2">from the slow-news dept.</font><br>`, title, w.user(), w.day())
	s.content(`<i>"`, w.report(t, 5), `"</i><p>`)
	s.content("", w.report(t, 3), "<p>")

	s.put(`<table width="960"><tr><td align="center">
<b>This discussion has been archived. No new comments can be posted.</b></td></tr></table>`)
	for i := range 55 {
		s.put(`<table cellpadding="1"><tr><td bgcolor="#ccc"><font size="3"><a name="%d"><b>%s</b></a>
</font> (Score:%d)<br>by
<a href="/u">%s</a> on %s (<a href="#">#%d</a>)</td></tr><tr><td>%s</td></tr><tr><td>
<font size="2">[ <a href="/r">Reply to This</a> |
<a href="/p">Parent</a> ]</font></td></tr></table>`, i, w.title(t), i%5, w.user(), w.day(), 5100000+i, w.comment(t,
			3+w.IntN(7)))
	}

	s.put("</td></tr></table>")
	s.foot()
}

func hashedTeasers(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "Daily", article)
	s.put(`<body><div class="sc-1a2b3c"><div class="sc-9f8e7d kWpQzT"><h1 class="sc-44ab hXyZ">%s</h1>
<span class="sc-77aa">%s</span>`,
		title, w.day())

	for range 7 {
		s.content(`<p class="sc-bdVaJa eRtYuI">`, w.report(t, 3), "</p>")
	}
	s.put(`</div><div class="sc-5d6e7f lMnOpQ">`)

	for i := range 22 {
		o := w.topics[1+i%9]
		s.put(`<div class="sc-c0ffee aBcDeF"><a href="/%d" class="sc-dead"><span class="sc-title">%s</span>
<p class="sc-bdVaJa">%s</p></a></div>`,
			i, w.title(o), w.report(o, 4))
	}

	s.put("</div></div>")
	s.foot()
}

func sidebarFirst(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "Diary of a surveyor", "")
	s.put(`<body><div id="container"><div id="banner"><h1><a href="/">Diary of a surveyor</a></h1></div>
<div id="left"><div class="sidetitle">Who</div>
<div class="side">%s</div><div class="sidetitle">Lately</div>`, w.report(w.topics[1], 8))

	for i := range 30 {
		o := w.topics[1+i%9]
		s.put(`<div class="side"><a href="/%d">%s</a><br>%s</div>`, i, w.title(o), w.report(o, 4))
	}

	s.put(`<div class="sidetitle">Links</div><div class="side">`)
	for i := range 50 {
		s.put(`<a href="http://b%d.example">%s</a><br>`, i, w.user())
	}

	s.put(`</div></div><div id="center"><div class="content"><h2>%s</h2><h3>%s</h3>`, w.day(), title)
	s.paragraphs(w, t, 2)
	s.put(`<div class="posted">Posted by %s at 11:40 AM</div></div></div></div>`, w.user())
	s.foot()
}

func xenforo(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "Old Cars", "")
	s.put(`<body data-template="thread_view"><div class="p-pageWrapper"><div class="p-body-header">
<h1 class="p-title-value">%s</h1></div>
<div class="block block--messages"><div class="block-body js-replyNewMessageContainer">`, title)

	for i := range 14 {
		s.put(`<article class="message message--post" id="js-post-%d"><div class="message-inner">
<div class="message-cell message-cell--user">
<section class="message-user"><h4 class="message-name"><a class="username">%s</a></h4>
<h5 class="userTitle">Well-known member</h5>
<dl class="pairs"><dt>Messages</dt><dd>%d</dd></dl></section></div><div class="message-cell message-cell--main">
<header class="message-attribution"><time class="u-dt">%s</time> <a href="#">#%d</a></header>`, i, w.user(), 12*i,
			w.day(), i+1)
		s.content(`<div class="message-content"><article class="message-body"><div class="bbWrapper">`, w.comment(t,
			3+w.IntN(5)),
			"</div></article></div>")
		s.put(`<footer class="message-footer"><a>Like</a> <a>Reply</a> <a>Report</a></footer></div></div></article>`)
	}

	s.put(`</div></div><div class="block"><h3 class="block-minorHeader">Similar threads</h3>
<div class="structItemContainer">`)
	for range 5 {
		s.put(`<div class="structItem"><a href="/t">%s</a> <span>Replies 4 Views 1K</span></div>`, w.title(w.topics[3]))
	}

	s.put("</div></div></div>")
	s.foot()
}

func smf(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "Radio builders", "")
	s.put(`<body><div class="maindiv"><table width="960" class="bordercolor"><tr class="titlebg"><td>Author</td>
<td>Topic: %s (Read 1204 times)</td>
</tr></table><form id="quickModForm">`, title)
	for i := range 10 {
		s.put(`<table width="960" class="bordercolor"><tr><td class="windowbg"><table><tr><td width="160" rowspan="2">
<b><a href="/p">%s</a></b>
<div class="smalltext">Full Member<br>Offline<br>Posts: %d</div></td><td><div id="subject_%d"><b>
<a href="#">Re: %s</a></b></div>
<div class="smalltext">« Reply #%d on: %s »</div></td></tr><tr><td>`, w.user(), 9*i, i, title, i, w.day())
		s.content(`<div class="post">`, w.comment(t, 4+w.IntN(4)), "</div>")
		s.put(`</td></tr><tr><td class="smalltext">Report to moderator Logged</td></tr></table></td></tr></table>`)
	}
	s.put("</form></div>")
	s.foot()
}

func germanComments(s *sheet, w *writer) {
	voices := []string{"Das ist doch wieder typisch für diese Stadt, niemand hat etwas gewusst.",
		"Ich wohne seit vierzig Jahren hier und habe so etwas noch nie erlebt.",
		"Man sollte endlich die Bürger fragen, bevor gebaut wird!",
		"Danke für den Bericht, aber die Hälfte fehlt leider.",
		"Wer soll das alles bezahlen? Wir natürlich, wie immer.",
		"Mein Nachbar hat recht behalten, die Pfähle waren schon 1998 morsch.",
		"Dann fahren wir eben mit dem Rad, ist ohnehin gesünder."}

	facts := []string{"Der Kai im Norden bleibt bis zum Herbst gesperrt, teilte das Hafenamt am Montag mit.",
		"Gutachter hatten im Frühjahr Schäden an den Pfählen festgestellt, die unter der Wasserlinie liegen.",
		"Die Kosten der Sanierung werden auf vier Millionen Euro geschätzt, die Hälfte davon soll der Kreis tragen.",
		"Fischer und Reeder reagierten mit Unverständnis auf die Entscheidung, die ohne Anhörung gefallen war.",
		"Bis dahin legen die Fähren am Südkai an, wo nur ein Schiff auf einmal Platz findet.",
		"Der Rat will in seiner Sitzung im Juni über einen Ersatzbau beraten."}

	s.head("Nordkai bleibt gesperrt", "Der Bote", article)
	s.put(`<body><div class="navi"><a href="/">Start</a> <a href="/r">Region</a></div><div class="artikel">
<h1>Nordkai bleibt gesperrt</h1>
<p class="autor">Von Karin Holt</p>`)
	for i, fact := range facts {
		s.content("<p>", fact+" "+facts[(i+2)%len(facts)], "</p>")
	}

	s.put(`</div><div class="leserkommentare"><h2>Leserkommentare (60)</h2>`)
	for i := range 60 {
		s.put(`<div class="beitrag"><div class="kopf"><b>%s</b> schrieb am %d. Mai um %d:12 Uhr</div><p>%s %s %s</p>
<a href="#">Antworten</a>
<a href="#">Beitrag melden</a></div>`, w.user(), 1+i%28, i%24, w.of(voices), w.of(voices), w.of(voices))
	}

	s.put("</div>")
	s.foot()
}

func lobsters(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "Crab", "")

	s.put(`<body><header id="nav"><a href="/">Crab</a> <a href="/recent">Recent</a></header><div id="inside">
<ol class="stories"><li class="story">
<div class="details"><span class="link"><a class="u-url" href="https://daily.example/a">%s</a>
</span> <a class="tag">hardware</a>
<div class="byline">via <a>%s</a> 2 years ago | 24 comments</div></div></li></ol><ol class="comments comments1">`,
		title, w.user())

	for range 24 {
		s.put(`<li class="comments_subtree"><div class="comment"><div class="details"><div class="byline">
<a>%s</a> 2 years ago | <a>link</a></div>`,
			w.user())
		s.content(`<div class="comment_text"><p>`, w.comment(t, 2+w.IntN(5)), "</p></div>")
		s.put(`</div></div><ol class="comments"></ol></li>`)
	}

	s.put("</ol></div>")
	s.foot()
}

func responses(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "Essays", "")
	s.put(`<body><div class="hfeed"><div class="hentry"><h2>%s</h2>`, title)
	s.paragraphs(w, t, 4)
	s.put(`</div><div id="responses"><h3>80 Responses to “%s”</h3>`, title)
	for i := range 80 {
		s.put(`<div class="resp" id="r%d"><p class="who">%d. <strong>%s</strong> %s</p><p>%s</p><p>%s</p></div>`,
			i, i+1, w.user(), w.day(), w.comment(t, 2+w.IntN(3)), w.comment(t, 1+w.IntN(4)))
	}
	s.put(`<h3>Trackbacks</h3>`)
	for i := range 10 {
		s.put(`<p><a href="http://t%d.example">%s</a> [...] %s [...]</p>`, i, w.title(t), w.report(t, 2))
	}
	s.put("</div></div>")
	s.foot()
}

func ticker(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "Daily", article)
	s.put("<body>")
	s.menu("topnav")
	s.put(`<div class="page"><h1>%s</h1>`, title)
	s.content(`<p class="intro">`, w.report(t, 2), "</p>")
	s.put(`<ol class="ticker">`)
	for i := range 35 {
		s.put(`<li><span class="minute">%d'</span>`, 90-2*i)
		s.content("<p>", w.report(t, 2), "</p></li>")
	}
	s.put("</ol></div>")
	s.foot()
}

func userNotes(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "Manual", "")
	s.put(`<body class="docs"><nav class="navbar"><a href="/d">Downloads</a></nav><div id="layout">
<section id="layout-content"><div class="refentry">`)

	s.content("<h1>", title, "</h1>")
	for range 3 {
		s.content("<h3>", w.title(t), "</h3>")
		s.content("<p>", w.manual(t, 4), "</p>")
	}

	s.put(`</div><section id="usernotes"><div class="head"><h3>User Contributed Notes 30 notes</h3></div>
<div id="allnotes">`)
	for i := range 30 {
		s.put(`<div class="note" id="%d"><div class="votes">%d up down</div><a class="name"><strong>%s</strong></a>
<div class="date">¶ 9 years ago</div>
<div class="text"><div class="phpcode">%s</div></div></div>`, i, i, w.user(), w.comment(t, 3+w.IntN(5)))
	}

	s.put("</div></section></section></div>")
	s.foot()
}

func gridBelow(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "The Weekly", article)
	s.put(`<body><main><div class="max-w-3xl mx-auto"><h1 class="text-4xl">%s</h1><div class="text-sm">%s</div>`,
		title, w.day())
	s.paragraphs(w, t, 5)
	s.put(`</div><div class="bg-gray-100 py-8"><h2 class="text-2xl">From the archive</h2>
<div class="grid grid-cols-3">`)
	for i := range 18 {
		o := w.topics[1+i%9]
		s.put(`<div class="rounded"><a href="/p/%d"><img src="%d.jpg"></a><h3 class="text-lg"><a href="/p/%d">%s</a>
</h3><p>%s</p><p>%s</p></div>`,
			i, i, i, w.title(o), w.report(o, 3), w.report(o, 2))
	}
	s.put("</div></div></main>")
	s.foot()
}

func threadBesideSummaries(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "Garden Forum", "")
	s.put(`<body><div class="layout"><div class="thread-main"><h1>%s</h1>`, title)
	for i := range 8 {
		s.put(`<div class="entry-item"><div class="who">%s · %s</div>`, w.user(), w.day())
		s.content(`<div class="msg">`, w.comment(t, 4+w.IntN(4)), "</div>")
		s.put(`<div class="act"><a>Reply</a> <a>Like %d</a></div></div>`, i)
	}
	s.put(`</div><div class="thread-aside"><h4>Other conversations</h4>`)
	for i := range 20 {
		o := w.topics[1+i%9]
		s.put(`<div class="conv"><a href="/t/%d">%s</a><p>%s</p><span>%d replies</span></div>`, i, w.title(o),
			w.comment(o, 4), i)
	}
	s.put("</div></div>")
	s.foot()
}
