package shapes

const article = `<meta property="og:type" content="article">`

// slashdot is a story with a comment tree several times as long.
func slashdot(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "Slashboard", "")
	s.put(`<body><div id="slashboxes">`)
	s.menu("nav")

	s.put(`</div><div id="firehose"><div id="firehoselist"><article class="fhitem fhitem-story article">
<header><h2 class="story"><a href="/story/10/05">%s</a></h2>
<div class="details"><span>Posted by <a href="/~ed">%s</a> on %s @10:20AM<br>from the dry-feet dept.</span></div>
</header>
<div class="body"><div class="p"><i>`, title, w.user(), w.day())

	s.content("", w.report(t, 6), "")
	s.content("", w.report(t, 5), "")
	s.put(`</i></div></div></article></div></div><div id="comments"><h3>%s</h3>
<div class="commentControls">Threshold: 1 | Display Options | <a href="/login">Log In</a></div>
<ul id="commentlisting">`, title)

	for i := range 48 {
		s.put(`<li id="tree_%d" class="comment"><div class="cw"><div class="commentTop"><div class="title">
<h4><a href="#%d">Re:%s</a> <span class="score">(Score:%d, Insightful)</span></h4></div>
<div class="details">by <a href="/~%d">%s</a> (%d) on %s @11:%02dAM (<a href="#c">#%d</a>)</div></div>
<div class="commentBody"><div>%s</div></div>
<div class="commentSub"><a href="/r">Reply to This</a> <a href="/p">Parent</a> <a href="/s">Share</a></div></div>`,
			i, i, w.title(t), i%6, i, w.user(), 90000+i, w.day(), i, 320000+i, w.comment(t, 3+w.IntN(7)))
		if i%2 == 0 {
			s.put(`<ul><li class="comment"><div class="cw"><div class="commentTop">
<h4>Re:Nope</h4>by Anonymous Coward</div>
<div class="commentBody"><div>%s</div></div></div></li></ul>`, w.comment(t, 4))
		}
		s.put("</li>")
	}

	s.put("</ul></div>")
	s.foot()
}

func phpbb(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "Allotment Board", `<meta name="generator" content="phpBB">`)
	s.put(`<body id="phpbb" class="section-viewtopic"><div id="wrap"><div id="page-header"><h1>Allotment Board</h1>
</div>
<div id="page-body"><h2 class="topic-title"><a href="#">%s</a></h2>
<div class="action-bar">Post Reply 12 posts Page 1 of 1</div>`, title)

	for i := range 12 {
		s.put(`<div id="p%d" class="post has-profile bg%d"><div class="inner"><dl class="postprofile"><dt>
<a href="/u%d">%s</a></dt>
<dd><strong>Posts:</strong> %d</dd><dd><strong>Joined:</strong> %s</dd></dl><div class="postbody"><h3>
<a href="#p%d">Re: %s</a></h3>
<p class="author">by <strong>%s</strong> » %s</p>`, i, i%2, i, w.user(), i*31, w.day(), i, title, w.user(), w.day())
		s.content(`<div class="content">`, w.comment(t, 3+w.IntN(5)), "</div>")
		s.put(`<div class="signature">Measure twice, cut once.</div></div><div class="back2top"><a href="#top">Top</a>
</div></div></div>`)
	}

	s.put(`<div class="jumpbox">Jump to: Announcements, Seeds and plants, Tools</div></div></div>`)
	s.foot()
}

func discourse(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "Workshop Talk", `<meta name="generator" content="Discourse 3.2">`)

	s.put(`<body class="crawler"><header><a href="/">Workshop Talk</a></header>
<div id="main-outlet" class="wrap" role="main">
<div id="topic-title"><h1><a href="/t/a/91">%s</a></h1><div class="topic-category">
<span class="category-name">Help</span></div></div>
<div itemscope itemtype="http://schema.org/DiscussionForumPosting">`, title)

	for i := range 9 {
		s.put(`<div id="post_%d" itemprop="comment" class="topic-body crawler-post"><div class="crawler-post-meta">
<span class="creator" itemprop="author"><a href="/u/a"><span itemprop="name">%s</span></a></span>
<span class="crawler-post-infos"><time>%s</time><span itemprop="position">%d</span></span></div>`, i, w.user(),
			w.day(), i+1)
		s.content(`<div class="post" itemprop="text"><p>`, w.comment(t, 4+w.IntN(4)), "</p></div>")
		s.put(`<div itemprop="interactionStatistic"><span class="post-likes">%d Likes</span></div></div>`, i)
	}

	s.put(`</div><div id="related-topics" class="more-topics__list"><h3>Related topics</h3><table class="topic-list">`)
	for range 6 {
		s.put(`<tr class="topic-list-item"><td class="main-link"><a href="/t/b">%s</a></td><td>4</td><td>%s</td></tr>`,
			w.title(w.topics[1+w.IntN(8)]), w.day())
	}

	s.put("</table></div></div>")
	s.foot()
}

func vbulletin(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "Owners Forum", `<meta name="generator" content="vBulletin 3.8.7">`)
	s.put(`<body><div align="center"><div class="page"><table class="tborder" width="960"><tr><td class="alt1">
<span class="navbar"><a href="/">Owners Forum</a> &gt; <a href="/f2">Restoration</a></span><strong>%s</strong></td>
<td class="alt2">User Name <b>Password</b> Remember Me?</td></tr></table><div id="posts">`, title)

	for i := range 11 {
		s.put(`<div align="center"><table id="post%d" class="tborder" width="960"><tr>
<td class="thead">%s, 10:%02d AM</td>
<td class="thead" align="right">#<a href="#%d"><strong>%d</strong></a></td></tr><tr valign="top">
<td class="alt2" width="175">
<a class="bigusername" href="/m">%s</a><div class="smallfont">Senior Member</div>
<div class="smallfont">Join Date: %s<br>
Location: Upstairs<br>Posts: %d</div></td><td class="alt1" id="td_post_%d">`,
			i, w.day(), i, i, i+1, w.user(), w.day(), 40*i, i)
		s.content(`<div id="post_message_1">`, w.comment(t, 4+w.IntN(5)), "</div>")
		s.put(`</td></tr><tr><td class="alt2">offline</td><td class="alt1" align="right"><a href="/q">Quote</a></td>
</tr></table></div>`)
	}

	s.put(`</div><table class="tborder"><tr><td class="thead">Posting Rules</td></tr><tr>
<td class="panelsurround">You may not post
new threads. You may not post replies. You may not post attachments. You may not edit your posts. BB code is On.</td>
</tr></table></div></div>`)
	s.foot()
}

func stackexchange(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "Makers Stack Exchange", "")
	s.put(`<body class="question-page"><header class="s-topbar">`)
	s.menu("s-topbar--menu")

	s.put(`</header><div id="mainbar"><div id="question-header"><h1 itemprop="name">
<a href="/questions/12068/x">%s</a></h1></div>
<div class="question" id="question"><div class="votecell">14</div><div class="postcell">`, title)
	s.content(`<div class="s-prose js-post-body"><p>`, w.report(t, 4), "</p></div>")
	s.put(`<div class="post-taglist"><a href="/tagged/wood">wood</a></div>
<div class="user-info">asked %s <a href="/u">%s</a> 1,204</div></div></div>
<div id="answers"><div id="answers-header"><h2>5 Answers</h2></div>`, w.day(), w.user())

	for i := range 5 {
		s.put(`<div id="answer-%d" class="answer"><div class="votecell">%d</div><div class="answercell">`, i, 30-i)
		s.content(`<div class="s-prose js-post-body"><p>`, w.manual(t, 4+w.IntN(4)), "</p></div>")
		s.put(`<div class="user-info">answered %s <a href="/u">%s</a> 904 bronze badges</div></div></div>`, w.day(),
			w.user())
	}

	s.put(`</div></div><div id="sidebar"><div class="sidebar-linked"><h4>Hot Network Questions</h4><ul>`)
	for range 20 {
		s.put(`<li><a href="/q">%s</a></li>`, w.title(w.topics[1+w.IntN(8)]))
	}

	s.put("</ul></div></div>")
	s.foot()
}

func reddit(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "hobby", "")
	s.put(`<body class="comments-page"><div id="header"><span class="pagename">hobby</span> <a href="/c">comments</a>
</div>
<div class="side"><div class="titlebox"><h1>hobby</h1><div class="md"><p>%s</p><ol>`, w.manual(w.topics[2], 3))

	for range 8 {
		s.put("<li>%s</li>", w.manual(w.topics[2], 1))
	}
	s.put(`</ol></div></div></div><div class="content" role="main"><div id="siteTable" class="sitetable linklisting">
<div class="thing link self"><div class="entry"><p class="title">
<a class="title" href="/r">%s</a> <span class="domain">(self.hobby)</span></p>
<p class="tagline">submitted 5 years ago by <a class="author">%s</a></p>`, title, w.user())

	s.content(`<div class="expando"><div class="usertext-body"><div class="md"><p>`, w.comment(t, 6),
		"</p></div></div></div>")
	s.put(`<ul class="flat-list buttons"><li>31 comments</li><li>share</li><li>save</li></ul></div></div></div>
<div class="commentarea"><div class="panestack-title">all 31 comments</div><div class="sitetable nestedlisting">`)

	for i := range 30 {
		s.put(`<div class="thing comment"><div class="midcol"></div><div class="entry"><p class="tagline">
<a class="expand">[–]</a>
<a class="author">%s</a> <span class="score">%d points</span> 5 years ago</p><form class="usertext">`, w.user(), i)
		s.content(`<div class="usertext-body"><div class="md"><p>`, w.comment(t, 2+w.IntN(4)), "</p></div></div>")
		s.put(`</form><ul class="flat-list buttons"><li>permalink</li><li>embed</li><li>reply</li></ul></div></div>`)
	}

	s.put("</div></div></div>")
	s.foot()
}

func hackernews(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "Tinker News", "")

	s.put(`<body><center><table id="hnmain"><tr><td bgcolor="#ff6600"><span class="pagetop">
<b>Tinker News</b> <a href="/n">new</a> |
<a href="/a">ask</a> | <a href="/s">show</a></span></td></tr><tr><td><table class="fatitem"><tr class="athing">
<td class="title">
<span class="titleline"><a href="https://gazette.example/a">%s</a> <span class="sitebit">(gazette.example)</span>
</span></td></tr>
<tr><td class="subtext">214 points by <a class="hnuser">%s</a> 3 days ago | hide | past | favorite | 40 comments</td>
</tr></table>
<table class="comment-tree">`, title, w.user())

	for range 40 {
		s.put(`<tr class="athing comtr"><td><table><tr><td class="ind"></td><td class="votelinks"></td>
<td class="default">
<div><span class="comhead">
<a class="hnuser">%s</a> 3 days ago | <a class="par">parent</a> | <a class="next">next</a> [–]</span></div>`, w.user())
		s.content(`<div class="comment"><div class="commtext c00">`, w.comment(t, 2+w.IntN(5)), "</div>")
		s.put(`<div class="reply"><p><u><a href="/reply">reply</a></u></p></div></div></td></tr></table></td></tr>`)
	}

	s.put("</table></td></tr></table></center>")
	s.foot()
}
