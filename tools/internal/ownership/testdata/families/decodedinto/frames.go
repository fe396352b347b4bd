// Package decodedinto has decoders that write the exported fields of pooled objects.
package decodedinto

// A place is where a frame comes from.
type place struct{ Lat, Lon float64 }
