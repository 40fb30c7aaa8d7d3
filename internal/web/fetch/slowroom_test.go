package fetch

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/capacity"
)

// slowAndOrdinary serves ordinary pages of 200 kB within a fifth of a second. Hosts named slow announce 5 MiB, send
// what memory is reserved for, and then as little as is taken for progress.
func slowAndOrdinary(conn net.Conn, r *bufio.Reader) {
	req := readRequest(r)
	if req == nil {
		return
	}
	if !strings.HasPrefix(req.Host, "slow") {
		time.Sleep(200 * time.Millisecond)
		io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"+strings.Repeat("a", 200_000))
		return
	}
	fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n", 5*mib)
	for part := unasked + 1; ; part = 2 * minProgress {
		if _, err := io.WriteString(conn, strings.Repeat("a", part)); err != nil {
			return
		}
		time.Sleep(time.Second)
	}
}

type anyName struct{}

func (anyName) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	return []netip.Addr{netip.MustParseAddr("93.184.215.14")}, nil
}

// TestSlowHostsKeepNoOrdinaryPageOut: 200 buyers ask for ordinary pages within ten seconds, while others ask for slow
// pages again and again, each as often as a payer may.
func TestSlowHostsKeepNoOrdinaryPageOut(t *testing.T) {
	for _, slow := range []int{1, 10, 50} {
		t.Run(fmt.Sprint(slow), func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				c := pipeClient(slowAndOrdinary, func(o *Options) { o.Resolver = anyName{} })
				control := capacity.New(capacity.Limits{Memory: 256 * mib})
				get := func(ctx context.Context, caller, host string) error {
					ctx, cancel := context.WithTimeout(ctx, time.Minute)
					defer cancel()
					ctx, visit := control.Begin(ctx)
					defer visit.End(false)
					capacity.For(ctx, caller)
					_, err := c.Get(ctx, Request{URL: "http://" + host + ".com/", IgnoreRobots: true, NoCache: true})
					return err
				}

				var gaveWay atomic.Int64
				attack, end := context.WithCancel(t.Context())
				for i := range slow {
					for j := range 8 {
						go func() {
							for attack.Err() == nil {
								err := get(attack, fmt.Sprint("slow ", i), fmt.Sprintf("slow-%d-%d", i, j))
								var e *Error
								if errors.As(err, &e) && e.Kind == KindBusy {
									gaveWay.Add(1)
								}
							}
						}()
					}
				}
				time.Sleep(5 * time.Second)

				var all sync.WaitGroup
				var mu sync.Mutex
				failed, longest := 0, time.Duration(0)
				for i := range 200 {
					time.Sleep(50 * time.Millisecond)
					all.Go(func() {
						began := time.Now()
						err := get(t.Context(), fmt.Sprint("buyer ", i), fmt.Sprint("host-", i))
						mu.Lock()
						defer mu.Unlock()
						longest = max(longest, time.Since(began))
						if err != nil {
							failed++
						}
					})
				}
				all.Wait()
				end()
				t.Logf("%d buyers of slow pages: %d of 200 ordinary pages failed, the longest took %s", slow, failed, longest)
				if slow > 1 && gaveWay.Load() == 0 {
					t.Error("no slow page gave way as one that the service was too busy for")
				}
				if failed > 0 || longest > 10*time.Second {
					t.Errorf("%d of 200 ordinary pages failed, the longest took %s", failed, longest)
				}
			})
		})
	}
}
