#ifndef SOOTH_EVIDENCE_H
#define SOOTH_EVIDENCE_H
#endif
