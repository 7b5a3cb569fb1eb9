// What `binascii` of the Python for musl needs of zlib, which that Python comes without.
unsigned long crc32(unsigned long crc, const unsigned char *bytes, unsigned length) {
  crc = ~crc & 0xffffffff;
  while (length--) {
    crc ^= *bytes++;
    for (int bit = 0; bit < 8; bit++) crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
  }
  return ~crc & 0xffffffff;
}
