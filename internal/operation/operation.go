// Package operation is what the generated servers have in common: how a route's inputs are read and its answer written.
package operation

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/oapi-codegen/runtime"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/promise"
)

// None is the input of a route that takes none.
type None struct{}

// Query is the input of a route that takes parameters: P is a struct whose members name them in form tags.
type Query[P any] struct{ Params P }

// Body is the input of a route that takes a JSON body.
type Body[B any] struct{ Body *B }

// Writer is an answer that writes itself, status and header included, such as a page.
type Writer interface {
	Write(w http.ResponseWriter) error
}

// Text is an answer in plain text.
type Text string

// Write writes the text.
func (t Text) Write(w http.ResponseWriter) error { return write(w, "text/plain", []byte(t)) }

// Add puts a route on the router. The inputs are those that the spec's validation let through. The answer is written
// as JSON unless it is a Writer. One that breaks a promise fails, as if a provider had failed.
func Add[I, A any, R interface {
	*I
	names() []string
	read(c echo.Context, names []string) error
}](e *echo.Echo, method, path string, answer func(context.Context, I) (A, error), promises ...string) {
	names := R(new(I)).names()
	judge := judgeOf(promises)
	e.Add(method, path, func(c echo.Context) error {
		var in I
		if err := R(&in).read(c, names); err != nil {
			return err
		}
		out, err := answer(c.Request().Context(), in)
		if err != nil {
			return err
		}

		if err := judge(c.Request().Context(), in, out); err != nil {
			return problem.BadGateway(problem.CodePromiseBroken, err,
				"what the sources of this route said contradicts the question or itself; it was not charged")
		}
		return respond(c.Response(), out)
	})
}

// judgeOf checks answers against promises. It learns the types from the first answer.
func judgeOf(promises []string) func(ctx context.Context, in, out any) error {
	var made sync.Once
	var judge *promise.Judge
	var wrong error
	return func(ctx context.Context, in, out any) error {
		answer := reflect.ValueOf(out)
		if !answer.IsValid() || answer.Kind() != reflect.Struct {
			return nil
		}
		inputs := reflect.ValueOf(in)
		made.Do(func() { judge, wrong = promise.New(inputs.Type(), answer.Type(), promises) })
		if wrong != nil {
			return wrong
		}
		return judge.Judge(startOf(ctx), inputs, answer)
	}
}

type startKey struct{}

// At tells when a request began.
func At(ctx context.Context, start time.Time) context.Context {
	return context.WithValue(ctx, startKey{}, start)
}

// startOf is the zero time where nobody called [At].
func startOf(ctx context.Context) time.Time {
	start, _ := ctx.Value(startKey{}).(time.Time)
	return start
}

func (*None) names() []string                   { return nil }
func (*None) read(echo.Context, []string) error { return nil }

// names are those of the parameters, in the order of the members.
func (*Query[P]) names() []string {
	params := reflect.TypeFor[P]()
	names := make([]string, params.NumField())
	for i := range names {
		names[i], _, _ = strings.Cut(params.Field(i).Tag.Get("form"), ",")
	}
	return names
}

func (q *Query[P]) read(c echo.Context, names []string) error {
	params := reflect.ValueOf(&q.Params).Elem()
	for i, name := range names {
		member := params.Field(i)
		list := member.Kind() == reflect.Slice

		// Validation has filled in defaults and refused what lacks a required parameter.
		err := runtime.BindQueryParameterWithOptions("form", !list, false, name, c.QueryParams(),
			member.Addr().Interface(), runtime.BindQueryParameterOptions{})
		if err != nil {
			return echo.NewHTTPError(http.StatusBadRequest, fmt.Sprintf("Invalid format for parameter %s: %s", name, err))
		}
	}
	return nil
}

func (*Body[B]) names() []string { return nil }

// read takes the value that validation has read from the body, if there is one: it is not decoded a second time.
func (b *Body[B]) read(c echo.Context, _ []string) error {
	b.Body = new(B)
	validated, ok := c.Request().Body.(interface{ ValidatedValue() any })
	if ok && runtime.BindJSONValue(validated.ValidatedValue(), b.Body) == nil {
		return nil
	}
	return new(echo.DefaultBinder).BindBody(c, b.Body)
}

func respond(w http.ResponseWriter, answer any) error {
	switch a := answer.(type) {
	case nil:
		return nil
	case Writer:
		return a.Write(w)
	}

	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(answer); err != nil {
		return err
	}
	return write(w, "application/json", text.Bytes())
}

func write(w http.ResponseWriter, contentType string, text []byte) error {
	w.Header().Set("Content-Type", contentType)
	w.WriteHeader(http.StatusOK)
	_, err := w.Write(text)
	return err
}
