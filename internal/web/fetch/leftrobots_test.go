package fetch

import (
	"bufio"
	"context"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/capacity"
)

// TestARobotsFileLeavesNoMemoryReserved: it is read to its end for others who may wait for it, also when the request
// that asked for it first is over.
func TestARobotsFileLeavesNoMemoryReserved(t *testing.T) {
	for _, test := range []struct {
		why      string
		patience time.Duration
	}{
		{"the caller stays", time.Minute},
		{"the caller leaves before it comes", time.Second},
		{"the caller leaves while it comes", 3 * time.Second},
	} {
		t.Run(test.why, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				c := pipeClient(func(conn net.Conn, r *bufio.Reader) {
					if readRequest(r) == nil {
						return
					}
					time.Sleep(2 * time.Second)
					io.WriteString(conn, "HTTP/1.1 200 OK\r\n\r\n"+strings.Repeat("# long\n", 15_000))
					time.Sleep(2 * time.Second)
				})
				control := capacity.New(capacity.Limits{Memory: 256 * mib})
				ctx, visit := control.Begin(t.Context())
				ctx, leave := context.WithTimeout(ctx, test.patience)
				defer leave()
				c.RobotsFile(ctx, "http://a.example.com/")
				if test.patience == time.Minute && control.Taken() > 0 {
					t.Errorf("%d bytes are reserved for a file that was read", control.Taken())
				}
				visit.End(false)
				time.Sleep(time.Minute)
				if got := control.Taken(); got != 0 {
					t.Errorf("%d bytes stay reserved forever", got)
				}
			})
		})
	}
}
