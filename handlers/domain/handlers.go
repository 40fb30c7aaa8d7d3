// Package domain answers the routes about domain names.
package domain

import (
	gen "github.com/farebox/farebox/gen/domain"
	"github.com/farebox/farebox/typosquat"
)

// Handlers answers the domain routes.
type Handlers struct {
	detector *typosquat.Detector
}

var _ gen.StrictServerInterface = (*Handlers)(nil)

// New returns the handlers over a loaded detector.
func New(detector *typosquat.Detector) *Handlers { return &Handlers{detector: detector} }
