package payment

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/klauspost/compress/gzhttp"

	"github.com/farebox/farebox/internal/capacity"
	"github.com/farebox/farebox/internal/problem"
)

// Answers that are sent as they arrive: streams, and what is too long to be buffered until it is paid for.
//
// Such an answer is settled once it has begun, before its first byte is sent, so that its receipt is in its header like
// any other. A payment buys one whole answer all the same. What went out is kept as it passes; once it is whole, the
// same payment has it again. One that broke off, for whatever reason, is requested again by the same payment, a few
// times. In between the ledger has a [passage] in the place of the answer.

// Stream is an answer that is sent as it arrives.
type Stream struct {
	Status      int
	ContentType string
	Length      int64         // of the body, in bytes; -1 when it is not known
	Body        io.ReadCloser // is read and closed by the gate
	Keep        int64         // up to so many bytes it is kept for the same payment
	Within      time.Duration // bounds how long it passes
}

// TakesStreams says whether a handler that writes to w can answer with a stream. It cannot if the caller is not an HTTP
// client but another door of the service, nor outside of a gate.
func TakesStreams(w http.ResponseWriter) bool {
	out, ok := w.(*buffered)
	return ok && out.streams
}

// PassOn makes the gate answer with a stream instead of what a handler would write to w, which must accept streams.
func PassOn(w http.ResponseWriter, s *Stream) {
	out, ok := w.(*buffered)
	if !ok {
		s.Body.Close()
		return
	}
	out.status = s.Status
	out.header.Set("Content-Type", s.ContentType)
	out.stream = s
}

// canStream says that what is written to w reaches the caller at once.
func canStream(w http.ResponseWriter) bool {
	for {
		switch t := w.(type) {
		case http.Flusher, interface{ FlushError() error }:
			return true
		case interface{ Unwrap() http.ResponseWriter }:
			w = t.Unwrap()
		default:
			return false
		}
	}
}

// passage replaces, in the ledger, an answer that has not been sent completely, or is not kept.
type passage struct {
	Tries int   `json:"tries"`           // how often it was begun
	Until int64 `json:"until,omitempty"` // Unix time until which it may be on its way
	Gone  bool  `json:"gone,omitempty"`  // it went out whole, and was too long to be kept
}

// maxTries is how often an answer is started for one payment. A buyer's line may break, and so may the service behind;
// without a bound one payment would buy as many answers as a buyer breaks off before the last byte.
const maxTries = 4

// readerTime is how long a caller may take none of a stream before it is given up.
const readerTime = time.Minute

// passing is a stream on its way to the caller.
type passing struct {
	attempt *attempt
	stream  *Stream
	entry   *Entry // whose answer it is; nil for the operator's own call, which is not stored
	state   passage

	kept      []byte
	room      int64 // bytes of memory that were taken for what is kept
	given     []func()
	isKept    bool // all that came is in kept
	isWanted  bool // the caller takes it still
	lastError error
}

// pass lets the attempt's stream go out as its end, with all that the end says already. entry has the payment's key and
// what the ledger has in the place of the answer.
func (a *attempt) pass(end *outcome, entry *Entry, state passage) *outcome {
	state.Tries++
	state.Until = a.gate.opt.Now().Add(a.stream.Within).Unix()
	p := &passing{
		attempt:  a,
		stream:   a.stream,
		entry:    entry,
		state:    state,
		isKept:   entry != nil,
		isWanted: true,
	}

	ours, err := p.replace(a.passageAnswer(p.state))
	switch {
	case err != nil: // it was paid for: it goes out, and is not kept
		a.gate.opt.Log.Error("a stream goes out that the ledger does not know of", "route", a.request.Route, "error", err)
		p.entry = nil
		p.isKept = false
	case !ours:
		return a.inFlight()
	}
	end.stream = p
	return end
}

// passageAnswer is what the ledger keeps of the attempt's stream meanwhile.
func (a *attempt) passageAnswer(state passage) Answer { return Answer{passage: &state} }

// replace has the ledger keep something else. It is true for the operator's own call, which is not stored.
func (p *passing) replace(answer Answer) (bool, error) {
	if p.entry == nil {
		return true, nil
	}
	a := p.attempt
	sealed, err := a.gate.keep.seal(answer, p.entry.Key, a.bought)
	if err != nil {
		return false, err
	}
	done, err := a.gate.opt.Ledger.Replace(a.ctx(), p.entry.Key, p.entry.Sealed, sealed)
	if done {
		p.entry.Sealed = sealed
	}
	return done, err
}

// write sends the stream. When the caller leaves it is read on as long as it can be kept. It is cut off, so that no
// caller takes a part for the whole, when the service behind breaks off.
func (p *passing) write(w http.ResponseWriter) {
	start := p.attempt.gate.opt.Now()
	header := w.Header()
	header.Set(gzhttp.HeaderNoCompression, "1")
	if p.stream.Length >= 0 {
		header.Set("Content-Length", strconv.FormatInt(p.stream.Length, 10))
	}

	out := http.NewResponseController(w)
	w.WriteHeader(p.stream.Status)
	p.isWanted = send(w, out, nil, start) == nil // the receipt goes out before anything comes
	p.lastError = p.copy(w, out)
	p.finish()
	p.attempt.sale.Passing = p.attempt.gate.opt.Now().Sub(start)
}

// copy sends what comes until its end, an error, or until nobody wants it. The end is no error.
func (p *passing) copy(w io.Writer, out *http.ResponseController) error {
	buffer := make([]byte, 32<<10)
	for p.isWanted || p.isKept {
		n, err := p.stream.Body.Read(buffer)
		p.keep(buffer[:n])
		if n > 0 && p.isWanted {
			p.isWanted = send(w, out, buffer[:n], p.attempt.gate.opt.Now()) == nil
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return errUnwanted
}

// errUnwanted says that a stream was given up because its caller has left.
var errUnwanted = errors.New("payment: the caller has left")

// send writes a part and sends it off at once.
func send(w io.Writer, out *http.ResponseController, part []byte, now time.Time) error {
	deadline := out.SetWriteDeadline(now.Add(readerTime))
	if deadline != nil && !errors.Is(deadline, http.ErrNotSupported) {
		return deadline
	}
	if _, err := w.Write(part); err != nil {
		return err
	}
	return out.Flush()
}

const (
	// keepStep is for how many bytes memory is taken at a time, and keepWait how long that is waited for.
	keepStep = 256 << 10
	keepWait = time.Second
)

// keep adds to what is kept, unless that becomes too long or there is no memory for it.
func (p *passing) keep(part []byte) {
	if !p.isKept {
		return
	}
	length := int64(len(p.kept) + len(part))
	for p.room < length && p.isKept {
		p.isKept = length <= p.stream.Keep && p.moreRoom()
	}
	if !p.isKept {
		p.drop()
		return
	}
	p.kept = append(p.kept, part...)
}

func (p *passing) moreRoom() bool {
	ctx, cancel := context.WithTimeout(p.attempt.ctx(), keepWait)
	defer cancel()
	give, err := capacity.Hold(ctx, keepStep)
	if err != nil {
		return false
	}
	p.room += keepStep
	p.given = append(p.given, give)
	return true
}

func (p *passing) drop() {
	p.kept = nil
	for _, give := range p.given {
		give()
	}
	p.given = nil
}

// finish writes down what has become of the stream.
func (p *passing) finish() {
	a := p.attempt
	isWhole := p.lastError == nil
	if !isWhole {
		a.sale.Broken = true
		a.gate.opt.Log.Warn("a stream broke off", "route", a.request.Route, "request_id", a.request.RequestID,
			"error", a.quote.item.discreet(p.lastError))
	}

	left := passage{Tries: p.state.Tries}
	answer := Answer{passage: &left}
	switch {
	case isWhole && p.isKept:
		answer = Answer{
			Status:      p.stream.Status,
			ContentType: p.stream.ContentType,
			Body:        p.kept,
		}
	case isWhole && p.isWanted:
		left.Gone = true
	}
	if done, err := p.replace(answer); err != nil || !done {
		a.gate.opt.Log.Error("what became of a stream is not written down", "route", a.request.Route, "error", err)
	}
	p.drop()
}

// closeStream gives back what the attempt has of the service behind.
func (a *attempt) closeStream() {
	if a.stream != nil {
		a.stream.Body.Close() // it was read as far as anybody wanted
	}
}

// passAgain ends a repeat of a payment whose answer was not sent completely: it is requested again. That is free, but
// for what the service behind costs.
func (a *attempt) passAgain(entry *Entry, was passage) *outcome {
	now := a.gate.opt.Now()
	switch {
	case was.Gone, was.Tries >= maxTries:
		return a.forgotten(entry, errForgotten)
	case now.Unix() < was.Until:
		return a.inFlight()
	}

	claim := passage{
		Tries: was.Tries,
		Until: now.Add(a.lease()).Unix(),
	}
	p := &passing{
		attempt: a,
		entry:   entry,
	}
	ours, err := p.replace(a.passageAnswer(claim))
	switch {
	case err != nil:
		return a.ledgerAway(err)
	case !ours:
		return a.inFlight()
	}

	answer, end := a.work(a.client, nil)
	if end != nil {
		p.replace(a.passageAnswer(was)) // until the claim has run out, if that fails
		return a.stillGood(end)
	}
	again := a.replayed(answer, entry)
	if a.stream != nil {
		return a.pass(again, entry, claim)
	}
	if _, err := p.replace(answer); err != nil {
		a.gate.opt.Log.Error("an answer that was requested again is not kept", "route", a.request.Route, "error", err)
	}
	return again
}

// stillGood ends a repeat for which the service behind had no answer. Its payment was charged and stays good.
func (a *attempt) stillGood(end *outcome) *outcome {
	if end.problem == nil {
		return end
	}
	p := end.problem.With("charged", nil)
	p.Retry = problem.RetrySamePayment
	p.Detail = "the answer broke off before, and could not be had again now; the payment stays good for it: " +
		"send the same payment again"
	again := *end
	again.problem = p
	return &again
}
