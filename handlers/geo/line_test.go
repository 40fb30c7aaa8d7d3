package geo

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/farebox/farebox/handlers/geo/geotest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// crowd asks for different places at the same moment, with the limits of production, and counts the answers by status.
func crowd(t *testing.T, env map[string]string, world *upstreamtest.World, addresses []string) map[int]int {
	t.Helper()
	pool := world.Pool(t, env, func(o *upstream.Options) { o.RateScale = 1 })
	h, err := New(pool, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	s := handlertest.New(t, "geo", h.Register)

	var (
		counts = map[int]int{}
		mu     sync.Mutex
		group  sync.WaitGroup
	)
	for _, address := range addresses {
		group.Go(func() {
			status, _ := s.Get("/geocode", "address", address)
			mu.Lock()
			counts[status]++
			mu.Unlock()
		})
	}
	group.Wait()
	return counts
}

// named are places of one world, each known to both maps.
func named(n int, form string) (addresses []string, answers []upstreamtest.Answer) {
	for i := range n {
		name := fmt.Sprintf("Placename%c", 'a'+i)
		addresses = append(addresses, fmt.Sprintf(form, name))
		answers = append(answers,
			upstreamtest.Answer{URL: geotest.Nominatim + "/search?q=" + name, Body: fmt.Sprintf(nominatimTown, name, name)},
			upstreamtest.Answer{URL: geotest.Photon + "/api?q=" + name, Body: fmt.Sprintf(photonTown, name)})
	}
	return addresses, answers
}

const (
	nominatimTown = `[{"lat":"39.7990","lon":"-89.6440","category":"boundary","type":"administrative","place_rank":16,
"importance":0.60,"addresstype":"city","name":"%s","display_name":"%s, Illinois","address":{"country_code":"us"},
"boundingbox":["39.6","39.9","-89.8","-89.5"]}]`

	photonTown = `{"features":[{"geometry":{"coordinates":[-89.644,39.799]},"properties":{"type":"city","osm_key":"place",
"osm_value":"city","name":"%s","countrycode":"US"}}]}`
)

func TestTwelvePlacesAtOnceAreAllAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		addresses, answers := named(12, "%s")
		world := upstreamtest.New(t, answers...)
		began := time.Now()
		if counts := crowd(t, nil, world, addresses); counts[http.StatusOK] != 12 {
			t.Errorf("%v", counts)
		}
		if took := time.Since(began); took > 6*time.Second {
			t.Errorf("the last was answered after %v", took)
		}
	})
}

func TestPublicServersAreAskedAsTheyWish(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		addresses, answers := named(26, "%s")
		world := upstreamtest.New(t, answers...)
		began := time.Now()
		counts := crowd(t, nil, world, addresses)
		seconds := int(time.Since(began)/time.Second) + 1
		if asked := len(world.Asked()); asked > 2*seconds+2 {
			t.Errorf("%d requests to two servers within %d s", asked, seconds)
		}
		if counts[http.StatusOK]+counts[http.StatusServiceUnavailable] != 26 || counts[http.StatusOK] < 12 {
			t.Errorf("%v", counts)
		}
	})
}

func TestServerOfTheOperatorIsNotHeldBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		addresses, answers := named(26, "%s")
		const own = "http://nominatim.internal"
		for i := range answers {
			answers[i].URL = own + answers[i].URL[len(geotest.Nominatim):]
		}
		world := upstreamtest.New(t, answers...)
		began := time.Now()
		counts := crowd(t, map[string]string{"UPSTREAM_NOMINATIM_URL": own}, world, addresses)
		if took := time.Since(began); counts[http.StatusOK] != 26 || took > time.Second {
			t.Errorf("%v after %v", counts, took)
		}
	})
}

func TestBusyAnswerSaysWhenToComeBack(t *testing.T) {
	busy := map[string]string{"Retry-After": "7"}
	s, _ := service(t,
		upstreamtest.Answer{URL: geotest.Nominatim + "/search", Status: http.StatusTooManyRequests, Header: busy},
		upstreamtest.Answer{URL: geotest.Photon + "/api", Status: http.StatusInternalServerError})
	status, got := s.Get("/geocode", "address", "Springfield")
	if status != http.StatusServiceUnavailable || got["retry_after_s"] != 7.0 {
		t.Errorf("%d %v", status, got)
	}
}

func TestTownsOfFranceAreThoseOfItsRegisterWhileTheMapsAreBusy(t *testing.T) {
	s, _ := service(t,
		upstreamtest.Answer{URL: geotest.Nominatim + "/search", Status: http.StatusTooManyRequests},
		upstreamtest.Answer{URL: geotest.Photon + "/api", Status: http.StatusTooManyRequests},
		upstreamtest.Answer{URL: geotest.BAN, Body: `{"features":[{"geometry":{"coordinates":[4.835,45.758]},
"properties":{"type":"municipality","score":0.95,"label":"Lyon","name":"Lyon","postcode":"69001","city":"Lyon",
"context":"69, Rhône, Auvergne-Rhône-Alpes"}}]}`})
	status, got := s.Get("/geocode", "address", "Lyon, France")
	if status != http.StatusOK {
		t.Fatalf("%d %v", status, got)
	}
	handlertest.Holds(t, got, map[string]any{
		"source":  "ban",
		"exact":   true,
		"partial": true,
	})
}
