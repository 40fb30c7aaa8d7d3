//go:build !race

package storetest

// modelRuns is how often each model is run.
const modelRuns = "100"
