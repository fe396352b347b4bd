// Package result is what lab/bench/peers observes and how it is shown.
package result

import (
	"io"

	"github.com/rcpool/rcpool/lab/internal/summary"
)

// A Result is the outcome of every mistake with every peer.
type Result struct {
	Run     summary.Run `json:"run"`
	Peers   []Peer      `json:"peers"`   // in the order of the tables
	Misuses []Misuse    `json:"misuses"` // in the order of the tables
	Cells   []Cell      `json:"cells"`
}

// A Peer is a pool.
type Peer struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Module  string `json:"module,omitempty"`
	Version string `json:"version,omitempty"`
	Counted bool   `json:"counted"` // its objects are counted references
	Bytes   bool   `json:"bytes"`   // it pools bytes, and not objects of any type
	Ours    bool   `json:"ours"`
	Sampled bool   `json:"sampled"` // it checks some leases
}

// A Misuse is a mistake that is made with every peer it is possible with.
type Misuse struct {
	Name      string   `json:"name"`
	Title     string   `json:"title"`
	Fits      []string `json:"fits"`      // peers
	Control   bool     `json:"control"`   // it is not a mistake, and must have no outcome
	Prevented bool     `json:"prevented"` // if there is no outcome, the pool prevented the harm
	Plain     bool     `json:"plain"`     // it is not made under the race detector
}

// A Cell is the outcome of one mistake with one peer.
type Cell struct {
	Peer     string  `json:"peer"`
	Misuse   string  `json:"misuse"`
	Outcome  Outcome `json:"outcome"`
	Race     Outcome `json:"race,omitempty"`     // under the race detector; empty if it was not made there
	Repeated bool    `json:"repeated,omitempty"` // there was a report when the mistake was repeated

	// What the programs printed of it.
	Said         string `json:"said,omitempty"`
	RaceSaid     string `json:"race_said,omitempty"`
	RepeatedSaid string `json:"repeated_said,omitempty"`
}

// Summary returns the result without what the programs printed.
func (r Result) Summary() Result {
	cells := make([]Cell, len(r.Cells))
	for i, c := range r.Cells {
		c.Said, c.RaceSaid, c.RepeatedSaid = "", "", ""
		cells[i] = c
	}
	r.Cells = cells
	return r
}

// Write writes the result as JSON.
func (r Result) Write(to io.Writer) error {
	return summary.WriteObject(to,
		summary.Field{Name: "run", Value: r.Run},
		summary.Field{Name: "peers", Items: summary.Items(r.Peers)},
		summary.Field{Name: "misuses", Items: summary.Items(r.Misuses)},
		summary.Field{Name: "cells", Items: summary.Items(r.Cells)})
}
