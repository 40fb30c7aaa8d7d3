package shapes

import (
	"slices"
	"strings"
)

// after holds shapes written after those of last were seen, for one measurement. The first six have much foreign
// text beside their own; in the other six the repeated pieces are the content.
var after = []shape{
	{"diary post, names below the comments", "http://kilnshed.example/2004/10/first-frost.html", namesBelow},
	{"report beside whole opinion pieces", "http://www.northvale.example/content/view/4127/38/", wholeOpinions},
	{"answer of today above earlier ones", "http://www.eveningpost.example/ask/today.shtml", earlierAnswers},
	{"object of a museum above memories", "https://collections.museum.example/objects/1931-44-2", memories},
	{"story between cards in module names", "https://www.dailyhorn.example/news/article-9911203/row.html", puffs},
	{"petition above reasons for signing", "https://signhere.example/p/keep-it-open", petition},
}

// namesBelow is a post of 2004. Each comment is a table, with the text above the commenter's name.
func namesBelow(s *sheet, w *writer) {
	t := w.subjects()[0]
	title := w.heading(t)
	s.head(title, "Kiln Shed", utf8)
	s.put(`<body><div id="header"><h1 id="blog-title"><a href="/">Kiln Shed</a></h1>
<p id="description">Clay, weather and whatever else gets stuck to the boots</p></div>
<table id="frame" width="760"><tr valign="top"><td id="posts" width="520"><h2 class="date-header">Sunday, October %d,
2004</h2><div class="post"><a name="1097"></a>`, 3+7*w.IntN(5))

	s.content(`<h3 class="post-title">`, title, "</h3>")
	s.put(`<div class="post-body"><div>`)
	for range 6 {
		s.content("", w.tell(t, mused, 2+w.IntN(3)), "<br /><br />")
	}

	s.put(`</div></div><p class="post-footer"><em>posted by %s at <a href="#1097">8:14 PM</a></em>
<a href="/email-post.g?id=1097">E-mail this post</a></p></div><a name="comments"></a><h4>27 comments:</h4>`, w.user())
	for i := range 27 {
		s.put(`<table class="c" width="500" cellspacing="0"><tr><td class="ct">%s</td></tr>
<tr><td class="cb" align="right">By <a href="/profile/%d">%s</a>, at <a href="#c%d">%d:%02d PM</a></td></tr></table>
`, w.tell(t, said, 2+w.IntN(5)), 4000+i, w.user(), i, 1+w.IntN(11), w.IntN(60))
	}

	s.put(`<p><a href="/comment.g?id=1097">Post a Comment</a></p><p><a href="/">&lt;&lt; Home</a></p></td>
<td id="sidebar" width="220">`)
	blogColumn(s, w)
	s.put(`</td></tr></table><div id="credit">This page is powered by a wheel, two kilns and patience.
Some rights reserved, see the licence for what you may do with words and pictures.</div></body></html>`)
}

func blogColumn(s *sheet, w *writer) {
	s.put(`<h2 class="sidebar-title">About me</h2><p>Name: %s<br>Location: %s</p>
<p>Potter, reader of maps, keeper of one lazy dog. I write when the kiln cools and answer letters when it rains.
<a href="/profile">View my complete profile</a></p><h2 class="sidebar-title">Previous posts</h2><ul>`,
		w.person(), w.of(places))
	for i, o := range w.subjects() {
		s.put(`<li><a href="/2004/09/%d.html">%s</a></li>`, i, w.heading(o))
	}
	s.put(`</ul><h2 class="sidebar-title">Archives</h2>`)
	s.links("archive-list", "April 2003|May 2003|July 2003|August 2003|October 2003|Winter 2003|January 2004|May 2004")
	s.put(`<h2 class="sidebar-title">Neighbours</h2>`)
	s.links("blogroll", "Slip and slide|The damp cellar|Ash glaze daily|Tea at four|A field in winter|Mrs Beech bakes")
}

// wholeOpinions is a report in a small paper whose right column holds the week's opinion pieces in full.
func wholeOpinions(s *sheet, w *writer) {
	all := w.subjects()
	t := all[0]
	title := w.heading(t)
	s.head(title, "Northvale Independent", utf8+`<meta name="generator" content="Joomla! 1.0">`)
	s.put(`<body><div id="wrapper"><div id="top"><a href="/"><img src="/images/logo.gif" alt="The Independent"></a>
<form action="/search"><input name="searchword" value="search..."></form></div>`)

	s.links("mainlevel", "Front page|Town|Farms|Schools|Courts|Business|Sport|Births and deaths|Classified|Archive")
	s.put(`<div id="pathway">Home &gt; Town &gt; %s</div><table width="980"><tr valign="top"><td id="leftcol">`, title)
	weather(s, w)
	s.put(`</td><td id="maincol"><table class="contentpaneopen"><tr><td class="contentheading">`)
	s.content("", title, "</td>")

	s.put(`<td class="buttonheading"><a href="#">PDF</a> <a href="#">Print</a> <a href="#">E-mail</a></td></tr></table>
<table class="contentpaneopen"><tr><td><span class="small">Written by %s</span></td></tr>
<tr><td class="createdate">%s</td></tr><tr><td>`, w.person(), w.dayIn("%d %s %d", english, 2005))
	s.newsOf(w, t, 8)
	s.put(`</td></tr><tr><td class="modifydate">Last Updated ( %s )</td></tr></table>
<div class="back_button"><a href="javascript:history.go(-1)">[ Back ]</a></div></td><td id="rightcol">`,
		w.dayIn("%d %s %d", english, 2009))

	for i := range 5 {
		o := all[1+i]
		s.put(`<div class="moduletable"><h3>%s</h3><div><i>%s</i></div>`, w.heading(o), w.person())
		for range 4 + w.IntN(3) {
			s.put("<p>%s</p>\n", w.tell(o, argued, 2+w.IntN(3)))
		}
		s.put(`</div>`)
	}

	s.put(`</td></tr></table><div id="footer">(c) 2008 Northvale Independent, 4 Mill Lane. Letters to the editor should
have a name and an address. The paper does not share every opinion that it prints.</div></div></body></html>`)
}

// weather is the left column of a small paper: weather, a poll, who is online.
func weather(s *sheet, w *writer) {
	s.put(`<div class="moduletable"><h3>Weather</h3><p>Today: rain later, %d degrees<br>Tomorrow: dry, %d degrees<br>
Tides: 6.12 and 18.40</p></div><div class="moduletable"><h3>Polls</h3><form><b>Should %s be %s?</b><br>
<input type="radio"> Yes, soon<br><input type="radio"> Yes, but not at any price<br><input type="radio"> No<br>
<input type="radio"> I do not read this far<br><button>Vote</button> <button>Results</button></form></div>
<div class="moduletable"><h3>Who's Online</h3>We have %d guests online</div><div class="moduletable"><h3>Popular</h3>
<ul class="mostread">`, 4+w.IntN(9), 5+w.IntN(9), others[0].things[0], others[0].acts[0], 3+w.IntN(50))
	for i, o := range w.subjects() {
		s.put(`<li><a href="/content/view/%d/38/">%s</a></li>`, 4001+i, w.heading(o))
	}
	s.put("</ul></div>")
}

// earlierAnswers is a daily column: today's question, with the answers of past weeks below.
func earlierAnswers(s *sheet, w *writer) {
	all := w.subjects()
	t := all[0]
	s.put(`<html><head>%s<title>Evening Post | Ask the Post</title></head><body bgcolor="#ffffff">
<table width="750" border="0"><tr><td colspan="2"><img src="/gfx/mast.gif" alt="Evening Post"></td></tr>
<tr valign="top"><td width="140" bgcolor="#003366">`, utf8)

	s.links("sidenav", "Home|Local news|National news|Sport|Racing|Jobs|Motors|Property|Dating|Horoscopes|Ask the Post")
	s.put(`</td><td width="610"><font face="Arial" size="2"><font color="#cc0000"><b>ASK THE POST</b></font><br>
Every weekday our desk finds the answer to one question of a reader. <a href="mailto:ask@eveningpost.example">Send
yours</a> or call the newsroom between ten and noon.<br><br><b>23 November 2001</b><br>`)
	s.content("<h2>", w.heading(t), "</h2>")
	s.content("<p><i>", w.tell(t, wondered, 2), "</i></p>")
	s.newsOf(w, t, 7)

	s.put(`<p><a href="#">Top of page</a> | <a href="#">Printer friendly</a> | <a href="#">Send to a friend</a></p>
<hr noshade size="1"><font color="#cc0000"><b>EARLIER ANSWERS</b></font>`)
	for i := range 8 {
		o := all[1+i%8]
		s.put(`<p><b>%d November 2001</b></p><h3>%s</h3><p><i>%s</i></p>`, 22-i, w.heading(o), w.tell(o, wondered, 2))
		for range 2 + w.IntN(3) {
			s.put("<p>%s</p>\n", w.news(o, 2+w.IntN(3)))
		}
	}

	s.put(`<p><a href="/ask/2001.shtml">All answers of 2001</a> | <a href="/ask/2000.shtml">2000</a></p></font></td>
</tr><tr><td colspan="2" align="center"><font size="1">Evening Post Group Newspapers. Registered office: Quay House.
<a href="/terms.shtml">Terms</a> <a href="/ads.shtml">Advertise</a> <a href="/staff.shtml">Contact the newsroom</a>
</font></td></tr></table></body></html>`)
}

// memories is a museum object's page with visitors' memories below it, in the same kind of paragraph.
func memories(s *sheet, w *writer) {
	t := w.subjects()[0]
	title := w.heading(t)
	museumTop(s, title)
	s.content("<h1>", title, "</h1>")
	s.put(`<div class="row"><div class="col-md-7"><img class="img-responsive" src="/media/1931-44-2_l.jpg" alt="">
<a class="btn btn-default" href="#">Zoom</a> <a class="btn btn-default" href="#">Order a print</a></div>
<div class="col-md-5"><dl class="dl-horizontal">`)

	for _, row := range [][2]string{{"Object number", "1931.44.2"}, {"Date", "about 1880"}, {"Maker", w.person()},
		{"Place", w.of(places)}, {"Materials", "oak, iron, oil paint"}, {"Size", "64 by 31 by 22 centimetres"}} {
		s.content("<dt>", row[0], "</dt>")
		s.content("<dd>", row[1], "</dd>")
	}

	s.put(`</dl></div></div><div class="row"><div class="col-md-8">`)
	for range 4 {
		s.content("<p>", w.tell(t, catalogued, 2+w.IntN(3)), "</p>")
	}

	s.content("<h2>", "How it came to the museum", "</h2>")
	s.newsOf(w, t, 3)
	s.put(`<p class="small">Image: the museum, CC BY 4.0. <a href="/reuse">Use this image</a></p>
<h2>Do you remember?</h2><p>Visitors share what they know. <a href="#add">Add your memory</a></p>`)

	for i := range 16 {
		s.put(`<div class="row"><div class="col-md-12">`)
		for range 1 + w.IntN(3) {
			s.put("<p>%s</p>\n", w.tell(t, recalled, 2+w.IntN(3)))
		}
		s.put(`<p class="small">%s, %s</p><a href="#flag%d">Tell us if this is wrong</a></div></div>`, w.person(),
			w.of(places), i)
	}

	museumEnd(s, w)
}

func museumTop(s *sheet, title string) {
	s.head(title, "Collections of the County Museum", utf8+`<meta name="viewport" content="width=device-width">`)
	s.put(`<body><a class="sr-only" href="#main">Skip to main content</a><nav class="navbar navbar-default">
<a class="navbar-brand" href="/">County Museum</a>`)
	s.links("nav navbar-nav", "Visit|What's on|Collections|Learn|Research|Support us|Shop|Venue hire|Blog|Basket (0)")
	s.put(`</nav><div class="container" id="main"><ol class="breadcrumb"><li><a href="/">Home</a></li>
<li><a href="/objects">Collections</a></li><li class="active">%s</li></ol>
<form class="form-inline"><input placeholder="Search 48,000 objects"> <label>With pictures only</label></form>`, title)
}

func museumEnd(s *sheet, w *writer) {
	s.put(`<form id="add"><h3>Add your memory</h3><label>Name</label><input><label>E-mail (will not be shown)</label>
<input><label>What do you remember?</label><textarea></textarea><p>We read every story before it appears here. By
sending it you agree that the museum may keep it with its records.</p><button>Send</button></form></div>
<div class="col-md-4"><h3>Objects like this</h3>`)
	for i, o := range w.subjects() {
		s.put(`<div class="thumbnail"><img src="/media/%d_s.jpg" alt=""><a href="/objects/%d">%s</a></div>`, i, 400+i,
			w.heading(o))
	}
	s.put(`</div></div></div><footer class="container"><p>Open Tuesday to Sunday, 10 to 5. Free entry; gifts are
welcome.</p><p>County Museum, Castle Street. Registered charity.</p>`)
	s.links("list-inline", "Accessibility|Privacy|Cookies|Freedom of information|Press office|Jobs|Copyright")
	s.put("</footer></body></html>")
}

// puffs is a tabloid story with cards for other stories, with long summaries, every few paragraphs.
func puffs(s *sheet, w *writer) {
	all := w.subjects()
	t := all[0]
	title := w.heading(t)
	s.head(title, "Daily Horn", utf8+article)
	s.put(`<body><div id="__next"><header class="Header_root__x81Ka">`)
	s.links("Nav_list__0aPq1", "News|Showbiz|Royals|Sport|Femail|Health|Science|Money|Travel|Podcasts|Shopping|Puzzles")
	s.put(`</header><main class="Layout_main__b7Ds2"><div class="Layout_column__k20Lq">`)
	s.content(`<h1 class="Headline_root__77sQe">`, title, "</h1>")
	s.put(`<ul class="Bullets_root__p3Vn9">`)

	for range 3 {
		s.content("<li><strong>", w.news(t, 1), "</strong></li>")
	}
	s.put(`</ul><p class="Byline_root__zz1Oq">By <a href="/p/1">%s</a> for the Daily Horn</p>
<div class="Share_bar__m4Xe0"><a>Share</a><a>Tweet</a><a>E-mail</a><span>%d shares</span><span>%d View comments</span>
</div>`, w.person(), 20+w.IntN(400), 40+w.IntN(900))

	for i := range 12 {
		s.content(`<p class="Text_root__h8Tr5">`, w.news(t, 2), "</p>")
		if i%3 == 2 {
			s.put(`<div class="Puff_group__q91Zc"><div class="Puff_label__u5Rb3">RELATED ARTICLES</div>`)
			puff(s, w, all[1+i%8])
			puff(s, w, all[1+(i+1)%8])
			s.put("</div>")
		}
	}

	s.put(`<div class="Tip_root__e2Mm7">Do you have a story? Write to tips@dailyhorn.example</div></div>
<div class="Layout_wide__w6Hd8"><div class="Rail_title__a0Lk4">RECOMMENDED FOR YOU</div>`)
	for i := range 16 {
		puff(s, w, all[1+i%8])
	}

	s.put(`</div></main><footer class="Footer_root__n8Cx2"><p>Sitemap. Archive. Do not sell my information. Contact the
editor. Advertise with us. Part of the Horn Group, publisher of the Sunday Horn and of Horn Money.</p></footer></div>
</body></html>`)
}

func puff(s *sheet, w *writer, o topic) {
	s.put(`<div class="Puff_root__d1Fg6"><div class="Puff_inner__r4Ty8"><a href="/news/article-%d/x.html">
<div class="Puff_image__o9Bn1"><img src="/i/%d.jpg" alt=""></div><div class="Puff_body__s3Wk7">
<div class="Puff_title__i6Ju2">%s</div><div class="Puff_summary__v0Ec5">%s</div></div></a></div></div>
`, 9900000+w.IntN(9999), w.IntN(999), w.heading(o), w.news(o, 4+w.IntN(2)))
}

// petition is a demand with the signers' reasons in cards, which outnumber its paragraphs.
func petition(s *sheet, w *writer) {
	all := w.subjects()
	t := all[0]
	title := w.heading(t)
	s.head(title, "SignHere", utf8+`<meta property="og:type" content="website">`)
	s.put(`<body><header class="flex"><a href="/">SignHere</a> <a href="/start">Start a petition</a>
<a href="/browse">Browse</a> <a href="/login">Log in</a></header><main class="grid lg:grid-cols-3">
<section class="lg:col-span-2 p-4">`)

	s.content(`<h1 class="text-3xl font-bold">`, title, "</h1>")
	s.put(`<div class="flex text-sm"><img src="/u/1.jpg" alt=""><span>%s started this petition to %s</span></div>
<div class="rounded">`, w.person(), t.people[0])
	for range 6 {
		s.content(`<p class="mb-4">`, w.tell(t, demanded, 2+w.IntN(3)), "</p>")
	}

	s.put(`</div><div class="flex text-sm"><span>Report a policy violation</span></div></section>`)
	signForm(s, w)
	s.put(`<section class="lg:col-span-2 p-4"><h2 class="text-xl">Reasons for signing</h2><div class="rounded">`)

	for i := range 30 {
		s.put(`<div class="border-b py-4"><div class="flex text-sm"><img src="/u/%d.jpg" alt=""><b>%s</b>
<span>%d months ago</span></div><p class="mb-4">%s</p><div class="flex text-sm"><button>%d</button>
<button>Report</button></div></div>`, 2+i, w.person(), 2+w.IntN(10), w.tell(t, urged, 2+w.IntN(4)), w.IntN(400))
	}

	s.put(`<button>View all reasons for signing</button></div></section><section class="lg:col-span-3 p-4">
<h2 class="text-xl">Petitions promoted by other supporters</h2>`)
	for i := range 4 {
		s.put(`<a class="block" href="/p/%d"><h3>%s</h3><p>%s</p><span>%d supporters</span></a>`, i,
			w.heading(all[1+i]), w.tell(all[1+i], demanded, 3), 300+w.IntN(9000))
	}

	s.put(`</section></main><footer class="p-8 text-sm">`)
	s.links("columns-4", "About|Impact|Careers|Team|Press|Community|Help|Guides|Privacy|Policies|Cookies|Imprint")
	s.put(`<p>SignHere is a public benefit company. Starting and signing are free.</p></footer></body></html>`)
}

func signForm(s *sheet, w *writer) {
	s.put(`<aside class="p-4 shadow"><div class="text-2xl">%d have signed. Let's get to 5,000!</div>
<p>At 5,000 signatures this petition becomes one of the most signed of the county.</p>`, 2000+w.IntN(2900))
	for range 4 {
		s.put(`<div class="text-sm">%s signed %d hours ago</div>`, w.person(), 1+w.IntN(22))
	}
	s.put(`<form><label>First name</label><input><label>Last name</label><input><label>E-mail</label><input>
<label>Country</label><select><option>Ireland<option>Germany<option>Portugal</select>
<label><input type="checkbox"> Tell me if this petition wins and of others that matter</label>
<label><input type="checkbox"> Do not show my name</label><button>Sign this petition</button><p>By signing you accept
the terms of service and the privacy policy, and agree to occasional mail about campaigns.</p></form>
<button>Share with friends</button> <button>Copy link</button></aside>`)
}

const utf8 = `<meta http-equiv="Content-Type" content="text/html; charset=utf-8">`

// links is a list of links separated by bars.
func (s *sheet) links(class, names string) {
	s.put(`<ul class="%s">`, class)
	for i, name := range strings.Split(names, "|") {
		s.put(`<li><a href="/%d">%s</a></li>`, i, name)
	}
	s.put("</ul>\n")
}

// subjects are this file's topics, shuffled.
func (w *writer) subjects() []topic {
	all := slices.Clone(others)
	w.Shuffle(len(all), func(a, b int) { all[a], all[b] = all[b], all[a] })
	return all
}

func (w *writer) heading(t topic) string { return strings.TrimRight(w.sentence(t, headed), ".") }

// tell is a paragraph whose sentences all differ in form.
func (w *writer) tell(t topic, forms []string, sentences int) string {
	all := make([]string, 0, sentences)
	for _, at := range w.Perm(len(forms))[:min(sentences, len(forms))] {
		all = append(all, w.sentence(t, forms[at:at+1]))
	}
	return strings.Join(all, " ")
}

func (w *writer) news(t topic, sentences int) string { return w.tell(t, noted, sentences) }

func (s *sheet) newsOf(w *writer, t topic, count int) {
	for range count {
		s.content("<p>", w.news(t, 2+w.IntN(3)), "</p>")
	}
}

var (
	english = []string{"January", "February", "April", "May", "August", "October"}
	places  = []string{"Leith", "Brackwater", "Ostend", "Upper Sallow", "Tarn End", "Kolding", "Saint-Avold", "Marl"}
)

// headed are forms of headings.
var headed = []string{
	"The long wait for %[2]s.",
	"How %[1]s saved %[2]s.",
	"No end to the quarrel over %[2]s.",
	"%[2]s and %[5]s: what is known so far.",
	"%[1]s and the matter of %[5]s.",
	"%[6]d reasons to keep %[2]s.",
	"Only %[5]s is left.",
	"A second life for %[2]s.",
}

// noted are more sentence forms for news, beside those of reported.
var noted = slices.Concat(reported, []string{
	"Work began on Tuesday, when %[2]s was %[3]s in front of some %[6]d onlookers.",
	"Asked about %[5]s, %[1]s referred to a letter that nobody has seen so far.",
	"The money comes from a fund for %[5]s, of which %[6]d thousand is left.",
	"Older residents still tell how %[2]s was %[3]s in the winter of the great frost.",
	"What worries %[1]s most is that %[4]s.",
	"A decision is due in May; until then %[2]s stays as it is.",
	"Photographs taken %[6]d years ago show %[5]s beside %[2]s.",
	"Both sides met twice, once over %[2]s and once over %[5]s, and parted without a word to the press.",
	"It was %[1]s who first noticed that %[4]s.",
	"Whether %[2]s can be %[3]s before the season opens is a matter of days.",
})

// mused are sentence forms for a diary at home.
var mused = []string{
	"I meant to write about %[2]s weeks ago, and then %[4]s.",
	"On Saturday I walked over to see %[5]s and came back with wet feet.",
	"%[1]s waved from across the road and told me how %[2]s was %[3]s.",
	"There are %[6]d pots on the shelf and not one that looks like %[2]s.",
	"It is odd how quickly one gets used to %[5]s.",
	"I keep thinking of what %[1]s once told me about %[2]s.",
	"The frost came early this year, and with it the talk of %[5]s.",
	"Perhaps it is just as well that %[2]s was %[3]s before I could draw it.",
	"Next week I shall fire the small kiln and not say another word about %[2]s.",
}

// catalogued are sentence forms about a museum object.
var catalogued = []string{
	"Objects like this were made wherever %[2]s had to be %[3]s at short notice.",
	"The inside is marked with the number %[6]d and the initials of its maker.",
	"It was found beside %[5]s and bought from %[1]s for a few shillings.",
	"Traces of red paint suggest that it once stood near %[2]s.",
	"Scholars disagree whether it shows %[2]s or, more likely, %[5]s.",
	"Only %[6]d others are known, most of them in private hands.",
	"Wear along the left edge tells how it was used when %[2]s was %[3]s.",
	"An entry in the ledger of the workshop names %[1]s as the first owner.",
}

// argued are sentence forms for opinion.
var argued = []string{
	"Let us be honest: %[2]s was never going to be %[3]s on promises alone.",
	"A town that lets %[5]s go does not deserve %[2]s either.",
	"Those who blame %[1]s forget that %[4]s, and that it was known.",
	"One may regret it, but %[5]s belongs to another century.",
	"Instead of counting %[2]s once more after %[6]d years, somebody ought to act.",
	"There is a name for a plan by which %[2]s is %[3]s and nobody is told: contempt.",
	"I have heard the case for %[5]s, and it has not improved with age.",
	"The mistake was made long ago, when %[1]s was trusted with %[2]s.",
	"It would be cheap to laugh at this, and wrong.",
	"What remains is a bill of %[6]d millions and the question of who signed it.",
}

// wondered are question forms for readers and customers.
var wondered = []string{
	"Who decides whether %[2]s is %[3]s?",
	"Is it true that %[4]s?",
	"What can I do about %[5]s if %[1]s will not answer?",
	"Does %[2]s cost more when %[5]s is %[3]s?",
	"How long does it take until %[2]s can be %[3]s?",
	"Do I have to tell %[1]s before I touch %[5]s?",
	"Why are there %[6]d forms for %[2]s and none for %[5]s?",
}

// recalled are sentence forms for memories.
var recalled = []string{
	"My grandmother kept a picture of %[2]s above the stove.",
	"We were %[6]d children in that street, and all of us knew %[5]s.",
	"I must have been nine when %[2]s was %[3]s, and I cried.",
	"Father used to carry us there on Sundays to look at %[5]s.",
	"It smelled of tar and soap, and somewhere behind it was %[2]s.",
	"People said that %[4]s, but we never believed it.",
	"If I remember rightly, %[1]s gave every pupil an orange.",
	"There was one just like it at my uncle's, next to %[5]s.",
	"I still have %[6]d letters that speak of %[2]s.",
}

// demanded are sentence forms for a petition.
var demanded = []string{
	"We call on %[1]s to have %[2]s %[3]s no later than this summer.",
	"For %[6]d years we have been told to wait, and meanwhile %[4]s.",
	"Our families depend on %[2]s, and so does %[5]s.",
	"There is a better way: %[5]s could be %[3]s at half the price.",
	"No study has ever shown that %[2]s must make room for %[5]s.",
	"Please sign and pass this on, so that %[1]s cannot look away.",
	"We ask for three things: an open meeting, a public account of %[2]s, and respect for %[5]s.",
}

// urged are sentence forms for its signers.
var urged = []string{
	"I'm signing because %[2]s meant everything to my kids.",
	"Shame on %[1]s!!",
	"Once it's gone it's gone, think of %[5]s.",
	"I live %[6]d miles away and still come for %[2]s every month.",
	"Nobody asked us whether %[2]s should be %[3]s.",
	"It breaks my heart that %[4]s.",
	"We need %[2]s more than we need another car park.",
	"Because I grew up with %[5]s and want others to have that too.",
}

// others are the topics of these pages.
var others = []topic{
	{
		name:   "lido",
		people: []string{"swimming teacher Bea Norling", "the friends of the lido", "the council's surveyor"},
		things: []string{"the open-air pool", "the diving tower", "the sunbathing lawn", "the boiler house"},
		acts:   []string{"drained for the winter", "tiled in blue", "leased to a trust", "heated by the bakery"},
		reasons: []string{"the filters clog every second week", "chlorine became too dear",
			"there are not enough lifeguards"},
	},
	{
		name:   "cheese",
		people: []string{"dairywoman Jo Tamsin", "the market inspectors", "a ripener from the Jura"},
		things: []string{"the cave of blue cheese", "raw milk", "the copper vat", "washed rinds"},
		acts:   []string{"turned every morning", "banned from the fair", "brushed with brine", "salted by hand"},
		reasons: []string{"the goats eat wild garlic", "mites got into the cellar",
			"the thermometer had been wrong for years"},
	},
	{
		name:    "puppets",
		people:  []string{"puppeteer Ilka Sorel", "the touring company", "the last carver of the valley"},
		things:  []string{"the marionette stage", "forty painted heads", "the shadow screen", "the travelling booth"},
		acts:    []string{"restrung with silk", "packed into one lorry", "shown to schools", "kept from the damp"},
		reasons: []string{"the hall was promised to a choir", "moths love felt", "children laugh at the wrong moment"},
	},
	{
		name:   "eels",
		people: []string{"river warden Dag Humber", "the anglers' league", "biologist Noor Achterberg"},
		things: []string{"the eel ladder", "glass eels", "the old weir", "the mill race"},
		acts:   []string{"counted by torchlight", "opened in spring", "netted under licence", "lined with brushes"},
		reasons: []string{"the turbines do not stop at night", "the sluice jams at low water",
			"smugglers pay more than farms do"},
	},
	{
		name:    "signals",
		people:  []string{"signalman Percy Udall", "the heritage line", "a manager of the railway"},
		things:  []string{"the signal box", "the lever frame", "the crossing gates", "semaphore arms"},
		acts:    []string{"painted cream and green", "moved by crane", "wired to a panel", "greased every Friday"},
		reasons: []string{"the trains no longer stop", "copper was stolen twice", "the station clock runs ahead"},
	},
	{
		name:    "cinema",
		people:  []string{"projectionist Alma Reyes", "the film society", "the owner of the arcade"},
		things:  []string{"the balcony seats", "the carbon lamps", "the matinee", "a print of 1926"},
		acts:    []string{"shown with a pianist", "reupholstered in red", "spliced and cleaned", "sold for a song"},
		reasons: []string{"the roof drips on row nine", "distributors send only files", "the lease ends at Easter"},
	},
	{
		name:    "wolves",
		people:  []string{"shepherd Luc Armand", "the rangers of the park", "geneticist Pia Wold"},
		things:  []string{"the southern pack", "guard dogs", "the night fold", "electric fences"},
		acts:    []string{"tracked with collars", "paid for by the state", "checked before dusk", "filmed from a tree"},
		reasons: []string{"the snow hides every trace", "the lambs were left outside", "the law allows no shot"},
	},
	{
		name:    "allotments",
		people:  []string{"secretary Gwen Parrish", "the seed exchange", "plot holders of the east side"},
		things:  []string{"the water butts", "plot sixteen", "the runner beans", "the compost bays"},
		acts:    []string{"dug over twice", "shared between neighbours", "fenced with hazel", "given up in autumn"},
		reasons: []string{"slugs came after the wet June", "the waiting list is closed", "hosepipes are forbidden"},
	},
	{
		name:    "bells",
		people:  []string{"ringer Maud Thackray", "the foundry", "the rector and two wardens"},
		things:  []string{"the tenor bell", "the oak frame", "practice night", "the ropes and stays"},
		acts:    []string{"hung on new bearings", "rung half muffled", "lowered to the floor", "tuned to the others"},
		reasons: []string{"the tower sways in a gale", "a hotel opened across the road", "the clapper had cracked"},
	},
}
