package match

import (
	"encoding/json"
	"os"
	"syscall"
	"testing"
	"time"

	gen "github.com/farebox/farebox/gen/match"
	"github.com/farebox/farebox/internal/party/names"
)

func dedupe(t *testing.T, h *Handlers, items []json.RawMessage, kind string) gen.MatchDedupe200JSONResponse {
	t.Helper()
	res, err := h.MatchDedupe(t.Context(), gen.MatchDedupeRequestObject{Body: &gen.MatchDedupeRequest{
		Items:     items,
		Type:      &kind,
		Threshold: 85,
		Country:   "US",
		MaxPairs:  20000,
	}})
	if err != nil {
		t.Fatal(err)
	}
	return res.(gen.MatchDedupe200JSONResponse)
}

// TestQualityOfDedupe measures clusters, pair by pair, on whole public sets, against a peer that compares all pairs
// at the threshold that suits it best: fields that agree for persons, token-sort and Jaro-Winkler of all fields for
// restaurants, TF-IDF for titles of products. Peers take minutes: FAREBOX_LINKAGE_PEER asks for them, and
// FAREBOX_LINKAGE_SHOW for the pairs that are wrong. The priors and the rules were set on the sets named dev.
//
// As distributed FEBRL has no records of people who share a surname and an address, which is what real lists are full
// of. It is measured both ways: as it is, and with a household member added for every person.
func TestQualityOfDedupe(t *testing.T) {
	h := New(names.New())
	for _, set := range []struct {
		name  string
		read  func(testing.TB) *linkageSet
		peer  func(*linkageSet) float64
		least float64 // of F1
	}{
		{"dev FEBRL 1", febrlFiles("dataset1.csv"), fieldSum, 0.99},
		{"dev FEBRL 1 households", households(1, "dataset1.csv"), fieldSum, 0.98},
		{"dev FEBRL 2", febrlFiles("dataset2.csv"), fieldSum, 0.988},
		{"FEBRL 3", febrlFiles("dataset3.csv"), fieldSum, 0.986},
		{"FEBRL 4", febrlFiles("dataset4a.csv", "dataset4b.csv"), fieldSum, 0.987},
		{"FEBRL 4 households", households(3, "dataset4a.csv", "dataset4b.csv"), fieldSum, 0.98},
		{"dev restaurants", restaurants, tokenSort, 0.955},
		{"dev Abt-Buy", shops("abt-buy", "abt.csv", "buy.csv", '|'), tfidf, 0.85},
		{"dev Walmart-Amazon", shops("walmart-amazon", "walmart.csv", "amazon.csv", '|'), tfidf, 0.565},
		{"dev Amazon-Google, half", half(0, shops("amazon-google", "amazon.csv", "gp.csv", '#')), tfidf, 0.55},
		{"Amazon-Google, the other", half(1, shops("amazon-google", "amazon.csv", "gp.csv", '#')), tfidf, 0.59},
		{"dev DBLP-ACM, half", half(0, shops("dblp-acm", "dblp.csv", "acm.csv", '%')), tfidf, 0.925},
		{"DBLP-ACM, the other", half(1, shops("dblp-acm", "dblp.csv", "acm.csv", '%')), tfidf, 0.91},
		{"once RLdata10000", germanPersons, fieldSum, 0.94},
		{"once fake_1000", londoners, fieldSum, 0.945},
		{"dev CDDB", discs, tfidf, 0.74},
		{"dev Cora", citations, tfidf, 0.81},
		{"dev notebooks", notebooks("21_X2.csv", "21_Y2.csv"), tfidf, 0.65},
		{"dev offers of cameras", pairs("wdc_cameras_valid.txt"), tfidf, 0.685},
		{"dev offers of computers", pairs("wdc_computers_valid.txt"), tfidf, 0.665},
		{"dev DBLP-Scholar, validation", pairs("dblp-scholar_valid.txt"), tfidf, 0.675},
		{"once DBLP-Scholar", pairs("dblp-scholar.txt"), tfidf, 0.695},
		{"once cameras", pairs("wdc_cameras.txt"), tfidf, 0.72},
		{"once computers", pairs("wdc_computers.txt"), tfidf, 0.7},
		{"once shoes", pairs("wdc_shoes.txt"), tfidf, 0.595},
		{"once watches", pairs("wdc_watches.txt"), tfidf, 0.76},
		{"dev notebooks, learned from later", notebooks("21_X3.csv", "21_Y3.csv"), bothPeers, 0.37},
		{"dev pages of cameras, learned from later", cameraPages, bothPeers, 0.36},
		{"dev affiliations, learned from later", affiliations, bothPeers, 0.665},
		{"dev prices of phones", prices("mobile_phones"), tfidf, 0.415},
		{"dev prices of processors", prices("cpus"), tfidf, 0.285},
		{"dev prices of televisions", prices("tvs"), tfidf, 0.675},
		{"dev prices of washers", prices("washing_machines"), tfidf, 0.48},
		{"dev prices of fridges", prices("fridges"), tfidf, 0.62},
		{"once prices of cameras", prices("digital_cameras"), tfidf, 0.505},
		{"once prices of dishwashers", prices("dishwashers"), tfidf, 0.57},
		{"once prices of microwaves", prices("microwaves"), tfidf, 0.585},
		{"once prices of freezers", prices("freezers"), tfidf, 0.605},
		{"once prices of fridge freezers", prices("fridge_freezers"), tfidf, 0.525},
		{"once music", titlesOf("leipzig/music.csv"), tfidf, 0.945},
		{"once places", titlesOf("leipzig/places.csv"), tfidf, 0.935},
		{"once patents", titlesOf("patents.csv"), tfidf, 0.49},
		{"once films", shops("movies", "imdb.csv", "tmdb.csv", '|'), tfidf, 0.94},
		{"once series", shops("tvdb", "tmdb.csv", "tvdb.csv", '|'), tfidf, 0.45},
		{"once series of IMDb", shops("imdb-tvdb", "imdb.csv", "tvdb.csv", '|'), tfidf, 0.755},
		{"once films of DBpedia", shops("dbpedia", "imdb.csv", "dbpedia.csv", '|'), tfidf, 0.875},
		{"once laptops", notebooks("22_X1.csv", "22_Y1.csv"), bothPeers, 0.775},
		{"once storage", notebooks("22_X2.csv", "22_Y2.csv"), bothPeers, 0.39},
		{"once books", pairs("books2.txt"), tfidf, 0.65},
		{"once songs of iTunes", pairs("itunes.txt"), tfidf, 0.43},
		{"once restaurants by name", shops("rest-oaei", "rest1.csv", "rest2.csv", '|'), tfidf, 0},
		{"once notebooks of 2021", notebooks("21_X1.csv", "21_Y1.csv"), bothPeers, 0},
		{"once beers", pairs("beer.txt"), tfidf, 0},
		{"once songs, the other clusters", titlesOf("leipzig/music2.csv"), tfidf, 0.95},
		{"once shoes, validation", pairs("shoes_valid.txt"), tfidf, 0.565},
		{"once watches, validation", pairs("watches_valid.txt"), tfidf, 0.63},
		{"once computers of four shops", titlesOf("leipzig/computers.csv"), tfidf, 0.71},
		{"once films of critics", pairs("rotten.txt"), tfidf, 0.88},
	} {
		t.Run(set.name, func(t *testing.T) {
			s := set.read(t)
			raws := s.raws(t)
			began := cpu()
			answer := dedupe(t, h, raws, s.kind)
			took := cpu() - began

			group := map[int]int{}
			for _, c := range answer.Clusters {
				for _, m := range c.Members {
					group[m.Index] = c.ID
				}
			}
			got := figuresOf(s, group, func(what string, i, j int) {
				if os.Getenv("FAREBOX_LINKAGE_SHOW") != "" {
					t.Logf("  %s: %v | %v", what, s.records[i].item, s.records[j].item)
				}
			})
			peer := 0.0
			if os.Getenv("FAREBOX_LINKAGE_PEER") != "" {
				peer = set.peer(s)
			}
			t.Logf("%-24s %d records: precision %.3f recall %.3f F1 %.4f | peer %.3f | %d compared, all %v, %v CPU",
				set.name, len(raws), got.precision, got.recall, got.f1, peer,
				answer.ComparedPairs, answer.Complete, took.Round(time.Millisecond))
			listed := listedPairs(s, answer)
			t.Logf("%-24s pairs listed: precision %.3f recall %.3f F1 %.4f",
				set.name, listed.precision, listed.recall, listed.f1)
			if got.f1 < set.least {
				t.Errorf("F1 %.3f, want at least %.3f", got.f1, set.least)
			}
		})
	}
}

// listedPairs are the figures of the pairs that an answer lists, before they are made into clusters.
func listedPairs(s *linkageSet, answer gen.MatchDedupe200JSONResponse) figures {
	said := 0
	right := 0
	for _, p := range answer.Pairs {
		if !s.judged(p.AIndex, p.BIndex) {
			continue
		}
		said++
		if s.same(p.AIndex, p.BIndex) {
			right++
		}
	}
	all := 0
	for i := range s.records {
		for j := i + 1; j < len(s.records); j++ {
			if s.judged(i, j) && s.same(i, j) {
				all++
			}
		}
	}
	return figures{
		precision: float64(right) / float64(max(1, said)),
		recall:    float64(right) / float64(max(1, all)),
		f1:        2 * float64(right) / float64(max(1, said+all)),
	}
}

func febrlFiles(files ...string) func(testing.TB) *linkageSet {
	return func(tb testing.TB) *linkageSet { return febrl(tb, files...) }
}

// households are the persons of every n-th entity, each with somebody else of the household.
func households(n int, files ...string) func(testing.TB) *linkageSet {
	return func(tb testing.TB) *linkageSet { return withHouseholds(someOf(febrl(tb, files...), n)) }
}

func shops(folder, left, right string, comma rune) func(testing.TB) *linkageSet {
	return func(tb testing.TB) *linkageSet { return shopTitles(tb, folder, left, right, comma, 10000) }
}

// half judges one half of the truth of a set of two sources: the pairs of every other record of the first, in no order
// that the set has. The list is whole.
func half(which int, read func(testing.TB) *linkageSet) func(testing.TB) *linkageSet {
	return func(tb testing.TB) *linkageSet {
		s := read(tb)
		whole := s.judged
		s.judged = func(i, j int) bool {
			if s.records[i].side == 1 {
				i, j = j, i
			}
			return whole(i, j) && (i*7919>>3)%2 == which
		}
		return s
	}
}

// cpu is the processor time that this process has used.
func cpu() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
