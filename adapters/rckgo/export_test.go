package rckgo

var DecompressedSize = decompressedSize
