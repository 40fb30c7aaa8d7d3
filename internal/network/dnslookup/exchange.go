package dnslookup

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/miekg/dns"
)

const (
	// udpSize is the largest UDP answer that is asked for: what passes without fragments (DNS Flag Day 2020).
	udpSize = 1232
	rounds  = 2 // how often each server is tried
)

type reply struct {
	msg *dns.Msg
	err error
}

// ask gives the first usable answer. The servers are started one after the other, the next when the one before has failed or
// has been silent for a while, and earlier ones may still win.
func (r *Resolver) ask(ctx context.Context, q dns.Question) (*dns.Msg, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	tries := len(r.servers) * rounds
	replies := make(chan reply, tries)
	wait := time.NewTimer(0)
	defer wait.Stop()

	started := 0
	ended := 0
	var worst error

	start := func() {
		if started == tries {
			return
		}
		server := r.servers[started%len(r.servers)]
		started++
		wait.Reset(r.stagger)
		go func() {
			msg, err := r.exchange(ctx, server, q)
			replies <- reply{msg, err}
		}()
	}

	for ended < tries {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-wait.C:
			start()
		case got := <-replies:
			ended++
			if got.err == nil {
				return got.msg, nil
			}
			if worst == nil || !isTimeout(got.err) { // a failure that a server states says more than silence
				worst = got.err
			}
			start()
		}
	}

	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return nil, worst
}

// exchange asks one server once, over UDP and, when the answer was cut, over TCP. An error is anything but an answer or
// NXDOMAIN.
func (r *Resolver) exchange(ctx context.Context, server string, q dns.Question) (*dns.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	m := &dns.Msg{MsgHdr: dns.MsgHdr{Id: dns.Id(), RecursionDesired: true}, Question: []dns.Question{q}}
	m.SetEdns0(udpSize, false)
	got, err := r.send(ctx, r.udp, m, server)
	if err == nil && (got.Rcode == dns.RcodeFormatError || got.Rcode == dns.RcodeNotImplemented) && got.IsEdns0() == nil {
		m.Extra = nil // a server from before EDNS (RFC 6891, section 7)
		got, err = r.send(ctx, r.udp, m, server)
	}

	if err == nil && got.Truncated {
		got, err = r.send(ctx, r.tcp, m, server)
	}

	if err != nil {
		return nil, err
	}
	if got.Rcode != dns.RcodeSuccess && got.Rcode != dns.RcodeNameError {
		return nil, errors.New(dns.RcodeToString[got.Rcode])
	}

	return got, nil
}

func (r *Resolver) send(ctx context.Context, c *dns.Client, m *dns.Msg, server string) (*dns.Msg, error) {
	got, _, err := c.ExchangeContext(ctx, m, server)
	if err != nil {
		return nil, err
	}
	refused := got.Rcode == dns.RcodeFormatError || got.Rcode == dns.RcodeRefused || got.Rcode == dns.RcodeNotImplemented
	if len(got.Question) == 0 && refused { // some servers leave it out
		return got, nil
	}
	if !got.Response || len(got.Question) != 1 || !strings.EqualFold(got.Question[0].Name, m.Question[0].Name) ||
		got.Question[0].Qtype != m.Question[0].Qtype {
		return nil, fmt.Errorf("an answer to another question")
	}
	return got, nil
}
