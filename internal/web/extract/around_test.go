package extract_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/web/extract"
	"github.com/farebox/farebox/internal/web/extract/extracttest"
)

// prose makes different sentences each time.
func prose(rng *rand.Rand, sentences int) string {
	subjects := []string{"The harbour council", "A ferry captain", "The old lighthouse keeper",
		"One of the fishermen", "The mayor of the town", "An engineer"}
	verbs := []string{"said on Monday that", "explained in the hall that", "had written in May that",
		"told the meeting that", "denied that"}
	things := []string{"the pier", "the breakwater", "the northern quay", "the dredging", "the new crane",
		"the winter timetable", "the fish market"}
	ends := []string{"would have to close before the autumn storms, because the piles are rotten.",
		"costs more than the town earns in a year.",
		"is safe, although two planks were lost in the last gale.",
		"was paid for by the county, not by those who live here.",
		"needs another survey, which nobody has asked for so far."}
	var b strings.Builder
	for range sentences {
		fmt.Fprintf(&b, "%s %s %s %s ", subjects[rng.IntN(len(subjects))], verbs[rng.IntN(len(verbs))],
			things[rng.IntN(len(things))], ends[rng.IntN(len(ends))])
	}
	return strings.TrimSpace(b.String())
}

func opinion(rng *rand.Rand, sentences int) string {
	starts := []string{"I think", "Come on,", "You are wrong,", "Well,", "LOL,", "Sorry but", "As I said before,"}
	middles := []string{"this is what you get when", "nobody here remembers how", "my brother works there and",
		"they never cared whether", "it was just the same when"}
	ends := []string{"they sold the yard in 1998.", "you vote for those people!",
		"the last survey was ignored :-)", "the money went to the casino.", "I moved away from there."}
	var b strings.Builder
	for range sentences {
		fmt.Fprintf(&b, "%s %s %s ", starts[rng.IntN(len(starts))], middles[rng.IntN(len(middles))],
			ends[rng.IntN(len(ends))])
	}
	return strings.TrimSpace(b.String())
}

// threadPage is a short story above a long comment thread in nested lists, as sites of the early 2000s laid them
// out.
func threadPage(rng *rand.Rand) (page, want string) {
	story := []string{prose(rng, 4), prose(rng, 5), prose(rng, 3)}
	var b strings.Builder
	b.WriteString(`<html><head><title>Pier to close for the winter - The Gazette</title></head><body>
		<div id="links"><ul>` +
		`<li><a href="/">Home</a><li><a href="/polls">Polls</a><li><a href="/faq">FAQ</a></ul></div>
			<div id="main">` +
		`<div class="storyhead"><h2>Pier to close for the winter</h2>
			<div>Posted by annlee on Monday May 3, @10:20AM<br>from the dry-feet dept.</div></div>
			<div class="intro">`)
	for _, p := range story {
		b.WriteString("<p>" + p + "</p>")
	}
	b.WriteString(`</div><div id="commentlisting"><ul id="commenttree">`)
	for i := range 45 {
		fmt.Fprintf(&b, `<li class="comment"><div class="commentTop"><h4>
			<a href="#%d">Re: what about the ferry</a> (Score:%d)</h4>
			by <a href="/~u%d">user%d</a> on Monday May 3, @11:%02dAM (#%d)</div>
			<div class="commentBody">%s</div><div class="commentSub">
			<a href="/r?%d">Reply to This</a> <a href="/p?%d">Parent</a></div>`,
			i, i%5, i, i, i, 26000+i, opinion(rng, 5), i, i)
		if i%3 == 0 {
			fmt.Fprintf(&b, `<ul><li class="comment">
				<div class="commentTop"><h4>Re: what about the ferry</h4>by Anonymous Coward</div>
				<div class="commentBody">%s</div></ul>`, opinion(rng, 4))
		}
	}
	b.WriteString(`</ul></div></div>
		<div id="footer">All trademarks are property of their owners.
		Comments are owned by the poster.</div></body></html>`)
	return b.String(), strings.Join(story, "\n")
}

func TestThreadBelowAStoryIsNotTheText(t *testing.T) {
	page, want := threadPage(rand.New(rand.NewPCG(1, 2)))
	address := &url.URL{Scheme: "http", Host: "gazette.example", Path: "/2010/05/03/pier"}
	r, err := newEngine(t).Extract([]byte(page), address, extract.Options{Format: extract.Text})
	if err != nil {
		t.Fatal(err)
	}
	if f1 := extracttest.Words(want, r.Content).F1(); f1 < 0.85 {
		t.Errorf("F1 in words %.3f, %d words with confidence %.2f", f1, r.Words, r.Confidence)
	}
}

// TestRepliesOfAForumStay holds the other side: on a discussion page, the replies are the content.
func TestRepliesOfAForumStay(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var want []string
	var b strings.Builder
	b.WriteString(`<html><head><title>Which paint for a wooden hull? - Harbour Forum</title>
		<meta name="generator" content="phpBB"></head><body><div id="nav"><a href="/">Board index</a></div>
		<h2 class="topic-title">Which paint for a wooden hull?</h2>`)
	for i := range 12 {
		said := opinion(rng, 4)
		want = append(want, said)
		fmt.Fprintf(&b, `<div class="post" id="p%d"><div class="postprofile"><a href="/u%d">user%d</a>
			<br>Posts: %d</div><div class="postbody"><p class="author">by user%d &raquo; May %d</p>
			<div class="content">%s</div></div></div>`,
			i, i, i, i*31, i, i+1, said)
	}
	b.WriteString(`<div id="footer">Powered by phpBB</div></body></html>`)
	address := &url.URL{Scheme: "http", Host: "forum.harbour.example", Path: "/viewtopic.php", RawQuery: "t=12"}
	r, err := newEngine(t).Extract([]byte(b.String()), address, extract.Options{Format: extract.Text})
	if err != nil {
		t.Fatal(err)
	}
	if c := extracttest.Words(strings.Join(want, "\n"), r.Content); c.Missed > c.Right/10 {
		t.Errorf("%.0f words kept, %.0f missed, confidence %.2f", c.Right, c.Missed, r.Confidence)
	}
}
