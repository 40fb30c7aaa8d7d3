package server

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/await"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/sdk/go/pay"
)

// events is a service that sends events as a test tells it.
type events struct {
	next chan string   // the next event; closed at the end of the stream
	gone chan struct{} // closed when the service's caller has left
	dies sync.Once
}

func newEvents() *events {
	return &events{
		next: make(chan string),
		gone: make(chan struct{}),
	}
}

// answer sends the events. The event "die" breaks the connection.
func (e *events) answer(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	w.WriteHeader(http.StatusOK)
	http.NewResponseController(w).Flush()
	for {
		select {
		case text, more := <-e.next:
			switch {
			case !more:
				return
			case text == "die":
				panic(http.ErrAbortHandler)
			}
			io.WriteString(w, event(text))
			http.NewResponseController(w).Flush()
		case <-r.Context().Done():
			e.dies.Do(func() { close(e.gone) })
			return
		}
	}
}

func event(text string) string { return "data: " + text + "\n\n" }

// does has the service behind answer so.
func (b *backend) does(answer http.HandlerFunc) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.answer = answer
}

// openStream is a stream as a buyer has it.
type openStream struct {
	*http.Response
	lines *bufio.Reader
	leave func()
}

func (s *service) stream(r *http.Request) *openStream {
	s.Helper()
	ctx, leave := context.WithCancel(context.Background())
	s.Cleanup(leave)
	response, err := (&http.Client{Transport: &http.Transport{}}).Do(again(r).WithContext(ctx))
	if err != nil {
		s.Fatal(err)
	}
	return &openStream{
		Response: response,
		lines:    bufio.NewReader(response.Body),
		leave:    leave,
	}
}

// mustGet reads the next event.
func (o *openStream) mustGet(t *testing.T, text string) {
	t.Helper()
	want := event(text)
	got := make([]byte, len(want))
	if _, err := io.ReadFull(o.lines, got); err != nil || string(got) != want {
		t.Fatalf("%q, %v; want %q", got, err, want)
	}
}

// until asks again and again until the answer is as wanted.
func (s *service) until(r *http.Request, want func(answer) bool) answer {
	s.Helper()
	var a answer
	await.Until(s, "the answer", func() bool {
		a = s.do(again(r))
		return want(a)
	})
	return a
}

func isOK(a answer) bool { return a.status == http.StatusOK }

// TestStreamsAreSettledBeforeTheirFirstByte: the receipt stands in the header, events come when they are sent, and the
// same payment has the whole once it has come to its end.
func TestStreamsAreSettledBeforeTheirFirstByte(t *testing.T) {
	t.Parallel()
	s, behind, settler := startSelling(t, nil)
	source := newEvents()
	behind.does(source.answer)
	call := s.paid(s.request(http.MethodGet, "/pets/7", nil), pay.V2)
	call.Header.Set("Accept-Encoding", "gzip")

	stream := s.stream(call)
	if stream.StatusCode != http.StatusOK || stream.Header.Get(x402.HeaderPaymentResponse) == "" ||
		stream.Header.Get("Content-Encoding") != "" || settler.settlements() != 1 {
		t.Fatalf("%d %v, %d settlements", stream.StatusCode, stream.Header, settler.settlements())
	}
	source.next <- "one"
	stream.mustGet(t, "one")
	source.next <- "two"
	stream.mustGet(t, "two")

	meanwhile := s.do(again(call))
	if meanwhile.status != http.StatusConflict || meanwhile.code() != problem.CodePaymentInFlight {
		t.Errorf("the same payment meanwhile: %d %s", meanwhile.status, meanwhile.body)
	}
	close(source.next)
	if rest, err := io.ReadAll(stream.lines); err != nil || len(rest) != 0 {
		t.Fatalf("%q, %v", rest, err)
	}

	kept := s.until(call, isOK)
	if string(kept.body) != event("one")+event("two") || kept.header.Get("X-Replayed") == "" ||
		kept.header.Get("Content-Type") != "text/event-stream; charset=utf-8" {
		t.Errorf("%v %s", kept.header, kept.body)
	}
	if behind.calls() != 1 || settler.settlements() != 1 {
		t.Errorf("%d calls, %d settlements", behind.calls(), settler.settlements())
	}
}

// TestBuyerWhoLeavesAStreamHasItWholeWithTheSamePayment: the service behind is read to its end for that.
func TestBuyerWhoLeavesAStreamHasItWholeWithTheSamePayment(t *testing.T) {
	t.Parallel()
	s, behind, settler := startSelling(t, nil)
	source := newEvents()
	behind.does(source.answer)
	call := s.paid(s.request(http.MethodGet, "/pets/7", nil), pay.V2)

	stream := s.stream(call)
	source.next <- "one"
	stream.mustGet(t, "one")
	stream.leave()
	for _, text := range []string{"two", "three", "four"} {
		source.next <- text
	}
	close(source.next)

	kept := s.until(call, isOK)
	if string(kept.body) != event("one")+event("two")+event("three")+event("four") {
		t.Errorf("%s", kept.body)
	}
	if behind.calls() != 1 || settler.settlements() != 1 {
		t.Errorf("%d calls, %d settlements", behind.calls(), settler.settlements())
	}
}

// TestStreamThatBreaksOffIsAskedForAnewByTheSamePayment: the buyer sees that it is cut off, pays nothing more, and has
// it whole in the end. While the service is down the payment stays good.
func TestStreamThatBreaksOffIsAskedForAnewByTheSamePayment(t *testing.T) {
	t.Parallel()
	s, behind, settler := startSelling(t, nil)
	source := newEvents()
	behind.does(source.answer)
	call := s.paid(s.request(http.MethodGet, "/pets/7", nil), pay.V2)

	stream := s.stream(call)
	source.next <- "one"
	stream.mustGet(t, "one")
	source.next <- "die"
	if _, err := io.ReadAll(stream.lines); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("the part looks like the whole: %v", err)
	}

	behind.answers(http.StatusInternalServerError, "text/plain", "")
	down := s.until(call, func(a answer) bool { return a.status != http.StatusConflict })
	body := down.json(t)
	charged, said := body["charged"]
	if down.status != http.StatusBadGateway || body["retry"] != problem.RetrySamePayment || !said || charged != nil {
		t.Errorf("while the service is down: %d %s", down.status, down.body)
	}

	behind.answers(http.StatusOK, "application/json", `{"id":7,"name":"Rex"}`)
	whole := s.do(again(call))
	if whole.status != http.StatusOK || whole.header.Get("X-Replayed") == "" || string(whole.body) != `{"id":7,"name":"Rex"}` {
		t.Errorf("%d %s", whole.status, whole.body)
	}
	calls := behind.calls()
	if kept := s.do(again(call)); string(kept.body) != string(whole.body) || behind.calls() != calls {
		t.Errorf("%s after %d calls, then %d", kept.body, calls, behind.calls())
	}
	if settler.settlements() != 1 {
		t.Errorf("%d settlements", settler.settlements())
	}
}

// TestAStreamIsBegunAnewForTheSameRequestAlone: what is asked for in the header is a part of what was bought.
func TestAStreamIsBegunAnewForTheSameRequestAlone(t *testing.T) {
	t.Parallel()
	s, behind, settler := startSelling(t, nil)
	behind.does(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, event("all there is in "+r.Header.Get("X-Locale")))
		http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	})
	call := s.request(http.MethodGet, "/pets/7", nil)
	call.Header.Set("X-Locale", "en")
	call = s.paid(call, pay.V2)
	s.stream(call).mustGet(t, "all there is in en")

	other := again(call)
	other.Header.Set("X-Locale", "de")
	if a := s.stream(other); a.StatusCode != http.StatusPaymentRequired {
		got, _ := io.ReadAll(a.lines)
		t.Errorf("%d %s", a.StatusCode, got)
	}
	if behind.calls() != 1 || settler.settlements() != 1 {
		t.Errorf("%d calls, %d settlements", behind.calls(), settler.settlements())
	}
}

// TestOnePaymentBeginsAStreamFourTimes, and no more.
func TestOnePaymentBeginsAStreamFourTimes(t *testing.T) {
	t.Parallel()
	s, behind, settler := startSelling(t, nil)
	behind.does(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, event("one"))
		http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	})
	call := s.paid(s.request(http.MethodGet, "/pets/7", nil), pay.V2)
	var last *openStream
	for range 6 {
		last = s.stream(call)
		if _, err := io.ReadAll(last.lines); err == nil && last.StatusCode == http.StatusOK {
			t.Error("the part looks like the whole")
		}
	}
	if last.StatusCode != http.StatusPaymentRequired || behind.calls() != 4 || settler.settlements() != 1 {
		t.Errorf("%d, %d calls, %d settlements", last.StatusCode, behind.calls(), settler.settlements())
	}
}

// TestLongAnswersPassThrough: a download longer than what is kept arrives whole, and is not to be had again.
func TestLongAnswersPassThrough(t *testing.T) {
	t.Parallel()
	long := bytes.Repeat([]byte("0123456789abcdef"), 3<<16) // 3 MiB, where one is kept
	for _, declared := range []bool{true, false} {
		t.Run("declared "+strconv.FormatBool(declared), func(t *testing.T) {
			t.Parallel()
			s, behind, settler := startSelling(t, nil)
			behind.does(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/zip")
				if declared {
					w.Header().Set("Content-Length", strconv.Itoa(len(long)))
				}
				w.Write(long)
			})
			call := s.paid(s.request(http.MethodGet, "/pets/7", nil), pay.V1)
			a := s.do(again(call))
			if a.status != http.StatusOK || !bytes.Equal(a.body, long) || a.header.Get(x402.HeaderPaymentResponseV1) == "" ||
				declared != (a.header.Get("Content-Length") != "") {
				t.Fatalf("%d %v, %d bytes", a.status, a.header, len(a.body))
			}
			repeat := s.until(call, func(a answer) bool { return a.status != http.StatusConflict })
			if repeat.status != http.StatusPaymentRequired || !strings.Contains(string(repeat.body), "answer_not_kept") {
				t.Errorf("%d %.300s", repeat.status, repeat.body)
			}
			if behind.calls() != 1 || settler.settlements() != 1 {
				t.Errorf("%d calls, %d settlements", behind.calls(), settler.settlements())
			}
		})
	}
}

// TestBuyerWhoLeavesALongAnswerStopsIt, and asks for it anew with the same payment.
func TestBuyerWhoLeavesALongAnswerStopsIt(t *testing.T) {
	t.Parallel()
	s, behind, settler := startSelling(t, nil)
	stopped := make(chan struct{})
	behind.does(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/octet-stream")
		block := make([]byte, 1<<16)
		for r.Context().Err() == nil {
			if _, err := w.Write(block); err != nil {
				break
			}
		}
		close(stopped)
	})
	call := s.paid(s.request(http.MethodGet, "/pets/7", nil), pay.V2)
	stream := s.stream(call)
	if _, err := io.CopyN(io.Discard, stream.lines, 2<<20); err != nil {
		t.Fatal(err)
	}
	stream.leave()
	select {
	case <-stopped:
	case <-time.After(time.Minute):
		t.Fatal("the service goes on for nobody")
	}

	behind.answers(http.StatusOK, "text/plain", "short")
	if a := s.until(call, isOK); string(a.body) != "short" || settler.settlements() != 1 {
		t.Errorf("%s, %d settlements", a.body, settler.settlements())
	}
}

// TestStreamWhoseSettlementIsRefusedIsNotSent: the service behind is let go, and the buyer has a quote.
func TestStreamWhoseSettlementIsRefusedIsNotSent(t *testing.T) {
	t.Parallel()
	s, behind, settler := startSelling(t, nil)
	settler.settle = func(context.Context, facilitator.Request) (facilitator.Settlement, error) {
		return facilitator.Settlement{
			Outcome: facilitator.Refused,
			Reason:  x402.ReasonInsufficientFunds,
		}, nil
	}
	source := newEvents()
	behind.does(source.answer)
	a := s.do(s.paid(s.request(http.MethodGet, "/pets/7", nil), pay.V2))
	if a.status != http.StatusPaymentRequired || strings.Contains(string(a.body), "data:") {
		t.Errorf("%d %s", a.status, a.body)
	}
	select {
	case <-source.gone:
	case <-time.After(time.Minute):
		t.Error("the service goes on for nobody")
	}
}

// TestStreamsEndInTheirTime: one that takes longer is cut off.
func TestStreamsEndInTheirTime(t *testing.T) {
	t.Parallel()
	s, behind, _ := startSelling(t, map[string]string{"SELL_STREAM_TIMEOUT": "3s"})
	source := newEvents()
	behind.does(source.answer)
	stream := s.stream(s.paid(s.request(http.MethodGet, "/pets/7", nil), pay.V2))
	source.next <- "one"
	stream.mustGet(t, "one")
	if _, err := io.ReadAll(stream.lines); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%v", err)
	}
}

// TestOperatorsOwnCallStreams, for nothing.
func TestOperatorsOwnCallStreams(t *testing.T) {
	t.Parallel()
	s, behind, settler := startSelling(t, map[string]string{"ADMIN_TOKEN": strings.Repeat("token", 8)})
	source := newEvents()
	behind.does(source.answer)
	call := s.request(http.MethodGet, "/pets/7", nil)
	call.Header.Set("Authorization", "Bearer "+strings.Repeat("token", 8))
	stream := s.stream(call)
	source.next <- "one"
	stream.mustGet(t, "one")
	close(source.next)
	if rest, err := io.ReadAll(stream.lines); err != nil || len(rest) != 0 || stream.Header.Get("X-Charged") != "false" {
		t.Errorf("%q %v %v", rest, err, stream.Header)
	}
	if settler.settlements() != 0 {
		t.Error("the operator was charged")
	}
}

// TestBuyersWhoLeaveCloseNoRoute: only what the service does counts against it.
func TestBuyersWhoLeaveCloseNoRoute(t *testing.T) {
	t.Parallel()
	s, behind, _ := startSelling(t, nil)
	asked := make(chan struct{})
	behind.does(func(_ http.ResponseWriter, r *http.Request) {
		asked <- struct{}{}
		<-r.Context().Done()
	})
	for range 7 {
		ctx, leave := context.WithCancel(t.Context())
		left := make(chan error)
		call := s.paid(s.request(http.MethodGet, "/pets/7", nil), pay.V2).WithContext(ctx)
		go func() {
			_, err := send(call)
			left <- err
		}()
		<-asked
		leave()
		if err := <-left; err == nil {
			t.Fatal("the call came to an end")
		}
	}
	if a := s.get("/pets/7"); a.status != http.StatusPaymentRequired {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// TestToolsDoNotStream: a call over MCP has one answer, and one that has no end is refused for nothing.
func TestToolsDoNotStream(t *testing.T) {
	t.Parallel()
	s, behind, settler := startSelling(t, nil)
	source := newEvents()
	behind.does(source.answer)
	message := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"petsGetPet","arguments":{"petId":7}}}`
	call := s.request(http.MethodPost, "/mcp", []byte(message))
	call.Header.Set("Accept", "application/json, text/event-stream")
	payment := s.paid(s.request(http.MethodGet, "/pets/7", nil), pay.V2)
	call.Header.Set(x402.HeaderPayment, payment.Header.Get(x402.HeaderPayment))
	a := s.do(call)
	if !strings.Contains(string(a.body), problem.CodeResultTooLarge) || settler.settlements() != 0 {
		t.Errorf("%d %s, %d settlements", a.status, a.body, settler.settlements())
	}
	if behind.calls() != 1 {
		t.Errorf("%d calls", behind.calls())
	}
}
