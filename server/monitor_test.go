package server

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/facilitator/remote"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/store"
)

// TestHealthSaysWhatIsMissingAndWhy: an operator who reads it needs no log for the ordinary cases, and a stranger
// learns no address and no key.
func TestHealthSaysWhatIsMissingAndWhy(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), nil, func(p *Parts) {
		p.Facilitator = kinds{supported: facilitator.Supported{}}
		p.Probes = map[string]func(context.Context) error{
			"store": func(context.Context) error {
				return errors.New("postgres://me:secret@10.0.0.1: refused")
			},
			"settlement_key": func(context.Context) error {
				return trouble("0xabc holds little gas money on eip155:8453")
			},
			"fine": func(context.Context) error { return nil },
		}
	})
	loadDatasets(t, s.server.parts.Upstreams)
	s.server.health.probe(t.Context())

	health := s.get("/health").json(t)
	var problems []string
	for _, p := range health["problems"].([]any) {
		p := p.(map[string]any)
		problems = append(problems, fmt.Sprint(p["name"], " ", p["status"], ": ", p["detail"]))
	}
	want := []string{
		"settlement_key failing: 0xabc holds little gas money on eip155:8453",
		"store failing: the database did not answer or takes no writes; the log has the reason",
	}
	if got := strings.Join(problems, "\n"); got != strings.Join(want, "\n") || health["status"] != "degraded" {
		t.Errorf("%s is\n%s", health["status"], got)
	}
	if checks := health["checks"].(map[string]any); checks["fine"] != "ok" || checks["store"] != "failing" {
		t.Errorf("%v", checks)
	}
}

// TestAWrongClockIsToldOf: it has every payment refused.
func TestAWrongClockIsToldOf(t *testing.T) {
	t.Parallel()
	base := x402.Builtin()[0]
	base.RPCURLs = []string{newChain(t).RPCURL()}
	readers, closeAll, err := newChains([]x402.Network{base}, rpcTimeout)
	if err != nil {
		t.Fatal(err)
	}
	defer closeAll()

	for off, told := range map[time.Duration]bool{0: false, time.Minute: false, time.Hour: true, -time.Hour: true} {
		err := readers.clock(func() time.Time { return time.Now().Add(off) })(t.Context())
		if (err != nil) != told || told && !strings.Contains(err.Error(), "clock") {
			t.Errorf("%s off: %v", off, err)
		}
	}
}

// TestHealthNamesListsThatDidNotCome: their routes answer 503, so that ok would be untrue.
func TestHealthNamesListsThatDidNotCome(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), nil, func(p *Parts) {
		p.Facilitator = kinds{supported: facilitator.Supported{}}
		p.Probes = nil
	})
	loadDatasets(t, s.server.parts.Upstreams)
	s.server.health.probe(t.Context())
	if health := s.get("/health").json(t); health["status"] != "ok" || len(health["problems"].([]any)) != 0 {
		t.Fatalf("all lists are loaded: %v", health["problems"])
	}

	pool := upstream.NewPool(upstream.Options{DataDir: t.TempDir()})
	away := upstream.NewDataset(pool, upstream.DatasetSpec[string]{
		Name:   "away",
		Client: pool.Client(upstream.Provider{Name: "away", BaseURL: "http://127.0.0.1:1", Retries: -1}),
		Every:  time.Hour,
		Files: []upstream.File{{
			Name:    "a",
			Request: func(c *upstream.Client) *upstream.Request { return c.Get("/a") },
		}},
		Parse: func(fs.FS) (string, error) { return "", nil },
		Count: func(string) int { return 1 },
	})
	s.server.health.parts.Upstreams = pool
	for _, want := range []string{
		"away is warming: it is being loaded for the first time",
		"away is failed: the publisher could not be reached or did not answer in time",
	} {
		r := s.server.health.report(t.Context())
		if len(r.Problems) != 1 || r.Problems[0].Name != "list:away" ||
			"away is "+r.Problems[0].Status+": "+r.Problems[0].Detail != want {
			t.Errorf("%+v, want %s", r.Problems, want)
		}
		if err := away.Refresh(t.Context()); err == nil {
			t.Fatal("nobody listens there")
		}
	}
}

// TestReadinessIsApartFromLiveness: a balancer takes a replica away that cannot sell; nobody restarts it for that.
func TestReadinessIsApartFromLiveness(t *testing.T) {
	t.Parallel()
	broken := errors.New("postgres://me:secret@10.0.0.1: refused")
	for _, c := range []struct {
		why         string
		store       error
		facilitator error
		settles     error
		want        string // part of the detail; "" when ready
	}{
		{why: "all is well"},
		{why: "no ledger", store: broken, want: "store: the database did not answer"},
		{why: "nobody settles", facilitator: broken, want: "facilitator: the facilitator did not answer"},
		{why: "a facilitator of another shape answers", facilitator: remote.ErrSupportedUnknown},
		{why: "no gas money", settles: broken, want: "settlement_key: the settlement key has no gas money"},
	} {
		t.Run(c.why, func(t *testing.T) {
			s := start(t, newKey(t), nil, func(p *Parts) {
				p.Facilitator = kinds{err: c.facilitator}
				p.Probes = map[string]func(context.Context) error{
					"store": func(context.Context) error { return c.store },
					"chain": func(context.Context) error { return broken }, // endpoints have stand-ins
				}
				p.Settles = func(string) error { return c.settles }
			})
			if before := s.get("/health?ready=1"); before.status != 503 {
				t.Errorf("before the first check: %d", before.status)
			}
			s.server.health.probe(t.Context())

			if alive := s.get("/health"); alive.status != 200 {
				t.Errorf("alive: %d", alive.status)
			}
			if alive := s.get("/health?ready=false"); alive.status != 200 {
				t.Errorf("ready=false: %d", alive.status)
			}

			ready := s.get("/health?ready=1")
			if c.want == "" {
				if ready.status != 200 {
					t.Errorf("ready: %d %s", ready.status, ready.body)
				}
				return
			}
			answer := ready.json(t)
			detail := fmt.Sprint(answer["detail"])
			if ready.status != 503 || answer["code"] != "not_ready" || !strings.Contains(detail, c.want) ||
				strings.Contains(detail, "10.0.0.1") || ready.header.Get("Retry-After") == "" {
				t.Errorf("ready: %d %s", ready.status, ready.body)
			}
		})
	}
}

func TestHealthTellsTheMemory(t *testing.T) {
	before := debug.SetMemoryLimit(3 << 30)
	t.Cleanup(func() { debug.SetMemoryLimit(before) })
	s := start(t, newKey(t), map[string]string{"WORK_MEMORY_MIB": "128"})
	memory := s.get("/health").json(t)["memory"].(map[string]any)
	if memory["limit_bytes"] != float64(3<<30) || memory["work_limit_bytes"] != float64(128<<20) ||
		memory["work_bytes"] != 0.0 || memory["used_bytes"].(float64) < 1<<20 {
		t.Errorf("%v", memory)
	}

	debug.SetMemoryLimit(math.MaxInt64)
	memory = s.get("/health").json(t)["memory"].(map[string]any)
	if memory["limit_bytes"] != nil {
		t.Errorf("without a limit: %v", memory)
	}
}

// TestHealthSaysThatTheDatabasesFileIsGone: only the operator can put it back.
func TestHealthSaysThatTheDatabasesFileIsGone(t *testing.T) {
	t.Parallel()

	path := filepath.Join(t.TempDir(), "farebox.sqlite")
	db, err := store.Open(t.Context(), "sqlite:"+path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()

	probe := probeStore(db)
	if err := probe(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	var told trouble
	if err := probe(t.Context()); !errors.As(err, &told) || !strings.Contains(told.Error(), "deleted") {
		t.Errorf("%v, which /health does not show in full", err)
	}
}
