// Package slicelengths has slices of batches that are as long as was asked for, so that the
// program knows whether there is something in them.
package slicelengths

import "github.com/apache/arrow-go/v18/arrow"

// A part is what a channel has: a batch, and whether it is the last one.
type part struct {
	batch arrow.RecordBatch
	last  bool
}
