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

	"github.com/labstack/echo/v4"
	"github.com/oapi-codegen/runtime"
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
// as JSON unless it is a Writer.
func Add[I, A any, R interface {
	*I
	names() []string
	read(c echo.Context, names []string) error
}](e *echo.Echo, method, path string, answer func(context.Context, I) (A, error)) {
	names := R(new(I)).names()
	e.Add(method, path, func(c echo.Context) error {
		var in I
		if err := R(&in).read(c, names); err != nil {
			return err
		}
		out, err := answer(c.Request().Context(), in)
		if err != nil {
			return err
		}
		return respond(c.Response(), out)
	})
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
