// Package dnslookuptest serves zones on loopback, so that tests ask a real DNS server over UDP and TCP.
package dnslookuptest

import (
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/miekg/dns"

	"github.com/farebox/farebox/internal/network/dnslookup"
)

// Server is a DNS server on 127.0.0.1 that is stopped with the test.
type Server struct {
	Addr string // host and port, the same for UDP and TCP

	mu    sync.Mutex
	asked []string
}

// Serve answers from zones, texts in the form of zone files with complete names ("example.com. 60 IN A 192.0.2.1"). Names that
// have no record, and none below them, do not exist. Aliases are followed. An answer too large for UDP is cut. A line
// ";SERVFAIL MX" makes all questions of a type fail.
func Serve(tb testing.TB, zones ...string) *Server {
	tb.Helper()
	var records []dns.RR
	failing := map[uint16]bool{}

	for _, zone := range zones {
		var lines []string
		for line := range strings.Lines(zone) {
			if kind, ok := strings.CutPrefix(strings.TrimSpace(line), ";SERVFAIL "); ok {
				failing[dns.StringToType[kind]] = true
			}
			lines = append(lines, strings.TrimSpace(line)) // a blank in front would mean the name of the line before
		}
		zone = strings.Join(lines, "\n") + "\n"
		p := dns.NewZoneParser(strings.NewReader(zone), "", "")
		for rr, ok := p.Next(); ok; rr, ok = p.Next() {
			records = append(records, rr)
		}
		if err := p.Err(); err != nil {
			tb.Fatal(err)
		}
	}

	return ServeFunc(tb, func(q dns.Question, m *dns.Msg) {
		if failing[q.Qtype] {
			m.Rcode = dns.RcodeServerFailure
			return
		}
		answer(records, q, m)
	})
}

// ServeFunc answers with what fill puts into m, which is the reply to q; leaving m.Response unset says nothing at all.
func ServeFunc(tb testing.TB, fill func(q dns.Question, m *dns.Msg)) *Server {
	tb.Helper()
	s := &Server{}
	handler := dns.HandlerFunc(func(w dns.ResponseWriter, req *dns.Msg) {
		m := new(dns.Msg)
		m.SetReply(req)
		s.mu.Lock()
		s.asked = append(s.asked, strings.TrimSuffix(req.Question[0].Name, ".")+" "+dns.TypeToString[req.Question[0].Qtype])
		s.mu.Unlock()
		fill(req.Question[0], m)
		if !m.Response {
			return
		}
		if opt := req.IsEdns0(); w.LocalAddr().Network() == "udp" {
			size := dns.MinMsgSize
			if opt != nil {
				size = int(opt.UDPSize())
			}
			m.Truncate(size)
		}
		_ = w.WriteMsg(m) // the client may have gone
	})

	for range 20 { // the TCP port of the same number may be taken
		packets, err := net.ListenPacket("udp", "127.0.0.1:0")
		if err != nil {
			tb.Fatal(err)
		}
		streams, err := net.Listen("tcp", packets.LocalAddr().String())
		if err != nil {
			packets.Close()
			continue
		}
		s.Addr = packets.LocalAddr().String()
		for _, server := range []*dns.Server{{PacketConn: packets, Handler: handler}, {Listener: streams, Handler: handler}} {
			ready := make(chan struct{})
			server.NotifyStartedFunc = func() { close(ready) }
			go func() { _ = server.ActivateAndServe() }()
			<-ready
			tb.Cleanup(func() { _ = server.Shutdown() })
		}
		return s
	}

	tb.Fatal("no port that is free for both UDP and TCP")
	return nil
}

// Resolver is one that asks the server, with a patience fit for tests.
func (s *Server) Resolver(tb testing.TB) *dnslookup.Resolver {
	tb.Helper()
	r, err := dnslookup.New(dnslookup.Options{
		Servers: []string{s.Addr},
		Timeout: 5 * time.Second,
		Stagger: 5 * time.Second,
	})
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// Asked lists the questions so far, such as "example.com MX".
func (s *Server) Asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string{}, s.asked...)
}

// Resolver serves zones and gives a resolver that asks there.
func Resolver(tb testing.TB, zones ...string) *dnslookup.Resolver {
	tb.Helper()
	return Serve(tb, zones...).Resolver(tb)
}

// Silent gives a resolver whose server fails at every question.
func Silent(tb testing.TB) *dnslookup.Resolver {
	tb.Helper()
	return ServeFunc(tb, func(_ dns.Question, m *dns.Msg) { m.Rcode = dns.RcodeServerFailure }).Resolver(tb)
}

// answer is what an authoritative server of all zones says.
func answer(records []dns.RR, q dns.Question, m *dns.Msg) {
	name := strings.ToLower(q.Name)
	exists := false
	for range 8 {
		next := ""
		for _, rr := range records {
			h := rr.Header()
			owner := strings.ToLower(h.Name)
			exists = exists || owner == name || strings.HasSuffix(owner, "."+name)
			if owner != name {
				continue
			}
			if h.Rrtype == q.Qtype {
				m.Answer = append(m.Answer, rr)
			} else if c, ok := rr.(*dns.CNAME); ok {
				m.Answer = append(m.Answer, rr)
				next = strings.ToLower(c.Target)
			}
		}
		if next == "" {
			break
		}
		name = next
		exists = false
	}

	if !exists {
		m.Rcode = dns.RcodeNameError
	}
}
