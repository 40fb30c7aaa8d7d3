package kev

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const (
	home   = "https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json"
	mirror = "https://raw.githubusercontent.com/cisagov/kev-data/develop/known_exploited_vulnerabilities.json"
)

// file is a catalogue of n entries that says it has so many.
func file(released string, n, says int) string {
	var entries []string
	for i := range n {
		entries = append(entries, fmt.Sprintf(`{"cveID":"CVE-2020-%d","dateAdded":"2021-11-03","requiredAction":"Update.","dueDate":"2022-05-03","knownRansomwareCampaignUse":"Known"}`, 100000+i))
	}
	return fmt.Sprintf(`{"catalogVersion":"v","dateReleased":%q,"count":%d,"vulnerabilities":[%s]}`, released, says, strings.Join(entries, ","))
}

func TestTheNewerOfBothPlacesCounts(t *testing.T) {
	older, newer := file("2026-11-18T10:00:00.1Z", 1300, 1300), file("2026-11-19T10:00:00Z", 1301, 1301)
	for _, c := range []struct {
		why, home, mirror string
		day               int
	}{
		{"home", newer, older, 19}, {"mirror", older, newer, 19}, {"home is blocked", "", older, 18}, {"home is garbage", "<html>Access Denied", newer, 19},
	} {
		world := upstreamtest.New(t, upstreamtest.Answer{URL: home, Body: c.home}, upstreamtest.Answer{URL: mirror, Body: c.mirror})
		client := New(world.Pool(t, nil))
		if _, err := client.Catalogue(time.Now()); !errors.Is(err, upstream.Warming) {
			t.Errorf("before the first load: %v", err)
		}
		for _, d := range client.Datasets() {
			_ = d.Refresh(t.Context())
		}
		list, err := client.Catalogue(time.Now())
		if err != nil || list.Released.Day() != c.day {
			t.Errorf("%s: %v %v", c.why, list, err)
			continue
		}
		if e := list.Entry("CVE-2020-100007"); e == nil || !e.KnownRansomware() || e.Due != "2022-05-03" || list.Entry("CVE-2020-99") != nil {
			t.Errorf("%s: %v", c.why, e)
		}
	}
}

func TestListsThatCannotBeWholeAreRefused(t *testing.T) {
	for why, body := range map[string]string{
		"short": file("2026-11-19T10:00:00Z", 900, 900), "shorter than it says": file("2026-11-19T10:00:00Z", 1300, 1400), "no list": `{"title":"x"}`, "cut off": file("2026-11-19T10:00:00Z", 1300, 1300)[:90000],
		"without ids": strings.ReplaceAll(file("2026-11-19T10:00:00Z", 1300, 1300), "cveID", "id"),
	} {
		world := upstreamtest.New(t, upstreamtest.Answer{URL: home, Body: body})
		client := New(world.Pool(t, nil))
		if err := client.Datasets()[0].Refresh(t.Context()); err == nil {
			t.Errorf("%s: taken", why)
		}
		if _, err := client.Catalogue(time.Now()); !errors.Is(err, upstream.Unloaded) {
			t.Errorf("%s: %v", why, err)
		}
	}
}

func TestAListThatHasShrunkLeavesTheLastGoodOne(t *testing.T) {
	world := upstreamtest.New(t, upstreamtest.Answer{URL: home, Body: file("2026-11-18T10:00:00Z", 1500, 1500)})
	pool := world.Pool(t, nil)
	client := New(pool)
	if err := client.Datasets()[0].Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	world.Handle("www.cisa.gov", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, file("2026-11-19T10:00:00Z", 1300, 1300))
	}))
	if err := client.Datasets()[0].Refresh(t.Context()); err == nil {
		t.Error("a list that lost 200 of 1500 entries is taken")
	}
	if list, err := client.Catalogue(time.Now()); err != nil || list.Released.Day() != 18 {
		t.Errorf("%v %v", list, err)
	}
}
