package cryptonews

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/farebox/farebox/handlers/cryptonews/cryptonewstest"
	"github.com/farebox/farebox/handlers/cryptonews/sentiment"
	"github.com/farebox/farebox/internal/web/feeds"
)

func made(t testing.TB, s *sentiment.Scorer, source, title, link string, ago time.Duration) *story {
	t.Helper()
	out := newStory(source, feeds.Item{Title: title, Link: link, Published: cryptonewstest.Now.Add(-ago)})
	if out == nil {
		t.Fatalf("no story of %q %q", title, link)
	}
	out.score = s.Score(title, "")
	return out
}

func TestRepetitionsKeepTheEarliest(t *testing.T) {
	s, err := sentiment.New()
	if err != nil {
		t.Fatal(err)
	}
	first := "Bitcoin miner Acme raises $50 million to build site in Texas"
	for _, c := range []struct {
		why   string
		title string
		link  string
		ago   time.Duration
		same  bool
	}{
		{"same link but for what counts visits", "Quite another title", "http://www.a.example/x/?utm_campaign=y#z", time.Hour, true},
		{"same words", "Bitcoin miner Acme raises $50 million to build a site in Texas", "https://b.example/1", time.Hour, true},
		{"same words in other order and case", "To build site in Texas, bitcoin miner Acme raises $50 Million", "https://b.example/1", time.Hour, true},
		{"another figure", "Bitcoin miner Acme raises $70 million to build site in Texas", "https://b.example/1", time.Hour, false},
		{"opposite sense", "Bitcoin miner Acme sued for $50 million over Texas site", "https://b.example/1", time.Hour, false},
		{"other words", "Ether climbs after upgrade of the network", "https://b.example/1", time.Hour, false},
		{"three days apart", first, "https://b.example/1", 72*time.Hour + time.Minute, false},
	} {
		a, b := made(t, s, "A", first, "https://a.example/x", 0), made(t, s, "B", c.title, c.link, c.ago)
		got := withoutRepetitions([]*story{a, b})
		if (len(got) == 1) != c.same {
			t.Errorf("%s: %d kept", c.why, len(got))
		}
		if len(got) == 1 && (got[0].source != "B" || len(got[0].alsoIn) != 1 || got[0].alsoIn[0] != "A") {
			t.Errorf("%s: kept %s, also in %v", c.why, got[0].source, got[0].alsoIn)
		}
		if len(a.alsoIn)+len(b.alsoIn) > 0 {
			t.Errorf("%s: a shared story was changed", c.why)
		}
	}
}

func TestLinkOfARepetitionLeadsToTheSameStory(t *testing.T) {
	s, err := sentiment.New()
	if err != nil {
		t.Fatal(err)
	}
	got := withoutRepetitions([]*story{
		made(t, s, "A", "Bitcoin miner Acme raises $50 million to build site in Texas", "https://a.example/1", 3*time.Hour),
		made(t, s, "B", "Bitcoin miner Acme raises $50 million to build a site in Texas", "https://b.example/1", 2*time.Hour),
		made(t, s, "B", "Update: a new title for the piece on Acme", "https://b.example/1", time.Hour),
	})
	if len(got) != 1 || got[0].source != "A" || len(got[0].alsoIn) != 1 {
		t.Errorf("%d kept", len(got))
	}
}

func TestRepetitionsDoNotDependOnTheOrderOfFeeds(t *testing.T) {
	s, err := sentiment.New()
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(r *rapid.T) {
		var all []*story
		for i := range rapid.IntRange(0, 12).Draw(r, "stories") {
			title := rapid.SampledFrom([]string{"Bitcoin climbs as funds buy more", "Bitcoin climbs as funds buy some more", "Ether falls after hack of bridge", "Quiet day on markets so far"}).Draw(r, "title")
			link := rapid.SampledFrom([]string{"https://a.example/1", "https://a.example/2?utm_id=1", "https://b.example/3/"}).Draw(r, "link")
			all = append(all, made(t, s, string(rune('A'+i)), title, link, time.Duration(i)*10*time.Hour))
		}
		want := withoutRepetitions(all)
		mixed := rapid.Permutation(all).Draw(r, "order")
		got := withoutRepetitions(mixed)
		if len(got) != len(want) {
			r.Fatalf("%d and %d", len(got), len(want))
		}
		for i := range got {
			if got[i].source != want[i].source || i > 0 && got[i].published.After(got[i-1].published) {
				r.Fatalf("story %d is of %s, not %s, or out of order", i, got[i].source, want[i].source)
			}
		}
		if again := withoutRepetitions(got); len(again) != len(got) {
			r.Fatalf("a second time: %d of %d", len(again), len(got))
		}
	})
}

func TestTextsOfStories(t *testing.T) {
	for in, want := range map[string]string{
		"Cheap power. The post X appeared first on Y.": "Cheap power.",
		"The post office takes bitcoin":                "The post office takes bitcoin",
	} {
		if got := withoutSignature(in); got != want {
			t.Errorf("%q: %q", in, got)
		}
	}
	if got := shorten("one two three four", 12); got != "one two…" && len([]rune(got)) > 12 {
		t.Errorf("%q", got)
	}
	for link, want := range map[string]string{
		"https://www.a.example/x/?utm_source=rss&id=3#c": "a.example/x?id=3", "http://A.example/x?id=3": "a.example/x?id=3", "ftp://a.example/x": "", "/x": "", "https://u:p@a.example/": "",
	} {
		if _, key := article(link); key != want {
			t.Errorf("%q: %q", link, key)
		}
	}
}
