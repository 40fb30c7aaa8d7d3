//go:build race

package storetest

// modelRuns is how often each model is run: under the race detector, which looks for something else, seldom.
const modelRuns = "20"
