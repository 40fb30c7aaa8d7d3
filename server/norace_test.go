//go:build !race

package server

// raceDetector is whether the tests are built with the race detector.
const raceDetector = false
