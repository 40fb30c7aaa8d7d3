package metadata

import (
	"testing"
)

const (
	story    = `<p>The harbour council met on Monday and spoke of the pier for an hour.</p>`
	headline = `<title>The pier closes in May</title><h1>The pier closes in May</h1>`
)

// The pages have the shapes of real ones whose authors were missed or mistaken.
func TestAuthorsAreFoundWherePagesNameThem(t *testing.T) {
	for _, c := range []struct{ why, page, want string }{
		{
			"the page's layout calls all of it a widget",
			`<div class="elementor-widget elementor-widget-theme-post-title">` + headline + `</div>
			<div class="elementor-widget elementor-widget-author-box"><h4 class="elementor-author-box__name">
			Ann Lee</h4></div>` + story,
			"Ann Lee",
		},
		{
			"title and byline stand in one element that is called a sidebar",
			`<div class="hero-sidebar">` + headline + `<p>Written by</p><p>Ann Lee</p></div>` + story,
			"Ann Lee",
		},
		{
			"a second first-level heading far below",
			headline + `<div class="post-detail-byline-date">By Ann Lee &bull; <span>March 12, 2025</span></div>` +
				longStory() + `<h1>What opens in June</h1>` + story,
			"Ann Lee",
		},
		{
			"the author's page has the author's name in its address, and nothing else tells",
			headline + `<div><a href="/authors/ann-lee"><span>Ann Lee</span></a></div>` + story,
			"Ann Lee",
		},
		{
			"an author who goes by one name",
			headline + `<p>by <a href="https://pier.example/author/amanda/">Amanda</a> · Dec 20, 2025</p>` + story +
				`<p>by H. G. Parry</p>`,
			"Amanda",
		},
		{
			"the words for by stand at the end of the page",
			headline + longStory() + `<h3>Written by Ann Lee</h3>`,
			"Ann Lee",
		},
		{
			"a label and the name in a line of its own, far below",
			headline + longStory() + `<h3>Author</h3><p>Ann D. Lee</p>`,
			"Ann D. Lee",
		},
		{
			"labelled data of a card, in the second place",
			`<meta name="twitter:label1" content="Time to read"><meta name="twitter:data1" content="5 minutes">
			<meta name="twitter:label2" content="Written by"><meta name="twitter:data2" content="Ann Lee">` +
				headline + story,
			"Ann Lee",
		},
		{
			"a catalogue turns the name round",
			`<meta name="citation_author" content="Lee, Ann B.">` + headline + story,
			"Ann B. Lee",
		},
		{
			"structured data with a comma too many, naming a node of the graph",
			`<script type="application/ld+json">{"@graph":[{"@type":"Article","headline":"The pier closes in May",
			"author":[{"@id":"#a"},{"@id":"#b"}],},{"@id":"#a","@type":"Person","name":"Ann Lee"},
			{"@id":"#b","@type":"Person","name":"Bo Day"}]}</script>` + headline + story,
			"Ann Lee, Bo Day",
		},
		{
			"structured data has the first author, the page all",
			`<script type="application/ld+json">{"@type":"Article","author":{"name":"Ann Lee"}}</script>` +
				headline + `<p class="byline">By Ann Lee and Bo Day</p>` + story,
			"Ann Lee, Bo Day",
		},
		{
			"a menu of the site's authors stands above the title",
			`<ul><li><a href="/authors/cy-poe">Cy Poe</a></li><li><a href="/authors/di-roe">Di Roe</a></li>
			<li><a href="/authors/ed-fox">Ed Fox</a></li><li><a href="/authors/flo-gray">Flo Gray</a></li></ul>` +
				headline + `<p>By <a href="/authors/ann-lee">Ann Lee</a></p>` + story,
			"Ann Lee",
		},
		{
			"the line below the headline is its footer",
			headline + `<div class="headline__footer"><div class="headline__byline">By Ann Lee, Gazette</div></div>` +
				story,
			"Ann Lee",
		},
		{
			"an author of more than 120 bytes",
			`<meta name="author" content="Ann Lee, Sr. Director of Operations, Northern Harbours and Ferries - over ` +
				`ten years of experience in the moving of piers and in all kinds of planks">` + headline + story,
			"Ann Lee",
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			if got := readAt(t, "https://pier.example/news/closes", c.page).Author(); got != c.want {
				t.Errorf("%s: %q, want %q", c.why, got, c.want)
			}
		})
	}
}

func longStory() string {
	text := ""
	for range 60 {
		text += story
	}
	return text
}

func TestNamesAreReadWhole(t *testing.T) {
	for _, c := range []struct{ why, text, want string }{
		{"a particle that is a word of sentences elsewhere", "Dr Marna van der Merwe", "Dr Marna van der Merwe"},
		{"a particle written large", "Fouzia Van Der Fort", "Fouzia Van Der Fort"},
		{"a name that is short for minutes", "Chew Hui Min", "Chew Hui Min"},
		{"initials", "By A. J. Neal", "A. J. Neal"},
		{"an Indian surname that is a German article", "Mahua Das", "Mahua Das"},
		{"a surname that is a word of pages", "Jimmy Page", "Jimmy Page"},
		{"a given name that is a month", "April Smith", "April Smith"},
		{"an office joined to another word", "Ann Lee, Online-Redaktion Today", "Ann Lee"},
		{"reviewers wrote nothing", "By Ann Lee, DVM. Reviewed by Bo Day", "Ann Lee"},
		{"words glued to the name", "Posted byDamien Walter", "Damien Walter"},
		{"a post behind a comma", "Ann Lee, Print Managing Editor", "Ann Lee"},
		{"an account behind the name", "Williams Perdomo @wperdomod", "Williams Perdomo"},
		{"a broadcaster", "von David Straub, MDR THÜRINGEN", "David Straub"},
		{"an employer", "Niko Matsakis on behalf of The Pier Team", "Niko Matsakis"},
	} {
		t.Run(c.why, func(t *testing.T) {
			got := Metadata{Authors: someAuthors(persons(c.text))}.Author()
			if got != c.want {
				t.Errorf("%s: %q of %q, want %q", c.why, got, c.text, c.want)
			}
		})
	}
}

// A wrong author is worse than none.
func TestWhatNamesNobodyIsNoAuthor(t *testing.T) {
	for _, c := range []struct{ why, page string }{
		{"time of reading", `<div class="author-wrapper"><span>10 mins read</span></div>`},
		{"a date", `<div class="author-line">August 28, 2025</div>`},
		{"a day of the week", `<div class="author-line">Sat</div>`},
		{"a mark of a template", `<meta name="author" content="page.head.extra.author">`},
		{"a part of a sentence", `<p>by</p><p>people who either</p>`},
		{"a button", `<p>by</p><p>calling the</p>`},
		{"initials", `<meta name="author" content="J J">`},
		{"a word of a form", `<div class="comment-form-author">Name *</div>`},
		{"a button of the shop", `<p>By Review</p>`},
		{"an authorized dealer", `<div class="authorized-dealer">Authorized Dealer</div>`},
		{"a unit of a centre", `<meta name="author" content="Center for Drug Evaluation">` +
			`<script type="application/ld+json">{"@type":"Product","name":"Pier"}</script>`},
	} {
		t.Run(c.why, func(t *testing.T) {
			page := headline + c.page + story
			if got := readAt(t, "https://pier.example/news/closes", page).Author(); got != "" {
				t.Errorf("%s: %q", c.why, got)
			}
		})
	}
}

func TestWhoMadeTheSiteIsNotTheAuthor(t *testing.T) {
	for _, maker := range []string{"Web Commerce GmbH", "symple.ch", "Super User", "NETGEAR Orbi Team"} {
		page := `<meta name="author" content="` + maker + `">` + headline + story
		if got := readAt(t, "https://pier.example/news/closes", page).Author(); got != "" {
			t.Errorf("%s: %q", maker, got)
		}
	}
}

func TestThreadsHaveTheirStarterWhereSoftwareCallsThemArticles(t *testing.T) {
	for _, c := range []struct{ why, page, want string }{
		{
			"an article of Open Graph, a question of structured data",
			`<meta property="og:type" content="article"><script type="application/ld+json">
			{"@type":"QAPage","mainEntity":{
			"@type":"Question","name":"The pier closes in May","author":{"@type":"Person","name":"JonB"}}}</script>` +
				headline + `<div class="author"><a href="/user/x">J Offline</a></div>` + story,
			"JonB",
		},
		{
			"words before the account",
			`<meta property="og:type" content="article">` + headline + `<p>Discussion started by
			<a class="username">hull7</a></p><div class="author">Peter Reinhard</div>` + story,
			"hull7",
		},
		{
			"the first post is not a message of the software",
			headline + `<span itemprop="author"><span class="username" itemprop="name">JosephF</span></span>` +
				story + `<article class="message" data-author="eljaycanuck">
				<span itemprop="author">eljaycanuck</span></article>`,
			"JosephF",
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			if got := readAt(t, "https://pier.example/threads/closes.12/", c.page).Author(); got != c.want {
				t.Errorf("%s: %q, want %q", c.why, got, c.want)
			}
		})
	}
}
